//! The page around every page.

use crate::Outcome;
use std::fs;
use std::path::Path;
use web::embed::Embed;
use web::page::Page;

/// What a page may load and do: its own files, nothing inline, nothing from elsewhere.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' \
                      data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// The files that a page names, by their way from the site's root.
pub(crate) struct Files<'a> {
    /// The module that starts its program.
    pub(crate) boot: &'a str,
    /// What runs before the first paint.
    pub(crate) early: &'a str,
    /// The folder of the worker.
    pub(crate) worker: &'a str,
    /// The folder of what reads aloud.
    pub(crate) listen: &'a str,
    /// The folder of what shares and keeps.
    pub(crate) share: &'a str,
    /// The folder of what keeps the site for reading without a network.
    pub(crate) offline: &'a str,
}

/// The page that Trunk wrote, with the places that each page fills.
pub(crate) struct Shell {
    text: String,
    /// The name of the script that wasm-bindgen wrote.
    pub(crate) glue: String,
    /// The name of the program.
    pub(crate) program: String,
}

/// The sheets that not every page has: what stands in their addresses, and the pages that they are of.
const SHEETS: [(&str, IsOf); 3] = [
    ("/lesson-", |page| !page.is_sandbox()),
    ("/compare-", |page| page.name() == Page::Compare.name()),
    ("/evidence-", |page| page.name() == Page::Evidence.name()),
];

type IsOf = fn(Page) -> bool;

impl Shell {
    /// Reads the page, and from its start script the names that Trunk left there.
    pub(crate) fn read(file: &Path) -> Outcome<Self> {
        let text = fs::read_to_string(file)?;
        let glue = attribute(&text, "data-glue").ok_or("the page holds no data-glue: see Trunk.toml")?;
        let program =
            attribute(&text, "data-program").ok_or("the page holds no data-program: see Trunk.toml")?;
        // Only for this program to read; the pages themselves name the start module alone.
        let text = text
            .replace(&format!(" data-glue=\"{glue}\""), "")
            .replace(&format!(" data-program=\"{program}\""), "");
        Ok(Self { text, glue, program })
    }

    /// The whole text of a page around this body.
    pub(crate) fn page(&self, page: Page, body: &str, files: &Files) -> Outcome<String> {
        // Nobody waits for the styles of other pages.
        let others = SHEETS.iter().filter(|(_, is_of)| !is_of(page)).map(|(sheet, _)| *sheet);
        let others: Vec<&str> = others.collect();
        let is_own = |line: &&str| !others.iter().any(|sheet| line.contains(sheet));
        let text = self.text.lines().filter(is_own).collect::<Vec<_>>().join("\n");
        let head = Head {
            path: page.path(),
            name: page.name(),
            title: page.title(),
            description: page.description(),
        };
        filled(&text, &head, body, files)
    }

    /// The whole text of an embed: of the style sheets it has the pages' and one of its own, and neither worker nor voice.
    pub(crate) fn embed(
        &self,
        embed: &'static Embed,
        sheet: &str,
        boot: &str,
        early: &str,
    ) -> Outcome<String> {
        let mut text = String::new();
        let is_own = |line: &&str| {
            let is_others = line.contains(".css\"") && !line.contains(SITE_SHEET);
            // What is in somebody else's page is not what a reader installs.
            !is_others && !line.contains("rel=\"manifest\"")
        };
        for line in self.text.lines().filter(is_own) {
            text.extend([line, "\n"]);
            if line.contains(SITE_SHEET) {
                text.extend(["<link rel=\"stylesheet\" href=\"./", sheet, "\">\n"]);
            }
        }
        if !text.contains(sheet) {
            return Err("index.html has lost the style sheet of the pages".into());
        }
        let head =
            Head { path: embed.path, name: embed.name, title: embed.title, description: embed.description };
        filled(
            &text,
            &head,
            &embed.served(),
            &Files { boot, early, worker: "", listen: "", share: "", offline: "" },
        )
    }
}

/// By what the style sheet of every page is known among the lines of the page.
const SITE_SHEET: &str = "/app-";

/// What a page is called, and where it lies.
struct Head<'a> {
    path: &'a str,
    name: &'a str,
    title: &'a str,
    description: &'a str,
}

fn filled(text: &str, head: &Head, body: &str, files: &Files) -> Outcome<String> {
    let root = root_from(head.path);
    let mut text = text.replace("=\"./", &format!("=\"{root}"));
    for (mark, value) in [
        ("@@PAGE@@", head.name),
        ("@@ROOT@@", &root),
        ("@@POLICY@@", POLICY),
        ("@@TITLE@@", &escape(head.title)),
        ("@@DESCRIPTION@@", &escape(head.description)),
        ("@@WORKER@@", &format!("{root}{}", files.worker)),
        ("@@LISTEN@@", &format!("{root}{}", files.listen)),
        ("@@SHARE@@", &format!("{root}{}", files.share)),
        ("@@OFFLINE@@", &format!("{root}{}", files.offline)),
        ("@@EARLY@@", &format!("{root}{}", files.early)),
        ("@@BOOT@@", &format!("{root}{}", files.boot)),
        // Last, so that nothing in the text of a page is taken for a mark.
        ("@@BODY@@", body),
    ] {
        if !text.contains(mark) {
            return Err(format!("index.html has lost its mark {mark}").into());
        }
        text = text.replacen(mark, value, 1);
    }
    Ok(text)
}

/// The page for an address that does not exist: it may be asked for at any depth, so it names no other file.
pub(crate) fn not_found(body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Not found · Headroom</title>\n<link rel=\"icon\" href=\"data:,\">\n</head>\n\
         <body>\n{body}\n</body>\n</html>\n"
    )
}

/// The way from a page's folder up to the site's root.
fn root_from(path: &str) -> String {
    match path.matches('/').count() {
        0 => "./".into(),
        depth => "../".repeat(depth),
    }
}

/// The value of an attribute.
pub(crate) fn attribute(text: &str, name: &str) -> Option<String> {
    let (_, rest) = text.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value.to_owned())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell() -> Shell {
        let marks = "@@PAGE@@ @@ROOT@@ @@WORKER@@ @@LISTEN@@ @@SHARE@@ @@OFFLINE@@ @@POLICY@@ @@TITLE@@ @@DESCRIPTION@@ @@EARLY@@";
        let text = format!(
            "{marks} <link href=\"./app-1.css\">\n<link href=\"./lesson-1.css\">\n<link href=\"./compare-1.css\">\n<script src=\"@@BOOT@@\"></script> @@BODY@@"
        );
        Shell { text, glue: "app-2.js".into(), program: "app-2_bg.wasm".into() }
    }

    const FILES: Files = Files {
        boot: "boot-3.js",
        early: "early-4.js",
        worker: "worker-5/",
        listen: "listen-6/",
        share: "share-7/",
        offline: "offline-8/",
    };

    #[test]
    fn addresses_lead_up_to_the_root_from_every_depth() {
        let page = shell().page(Page::Fleet, "<p>text</p>", &FILES).unwrap();
        for address in ["../../app-1.css", "../../boot-3.js", "../../early-4.js"] {
            assert!(page.contains(address), "{address} in {page}");
        }
        let home = shell().page(Page::Home, "", &FILES).unwrap();
        assert!(home.contains("./app-1.css") && home.contains("./boot-3.js"), "{home}");
        let compare = shell().page(Page::Compare, "", &FILES).unwrap();
        let sheets = |page: &str| ["lesson-1.css", "compare-1.css"].map(|sheet| page.contains(sheet));
        assert_eq!(
            [&home, &page, &compare].map(|page| sheets(page)),
            [[true, false], [false; 2], [false, true]]
        );
    }

    #[test]
    fn an_embed_has_its_own_sheet_in_place_of_the_lessons() {
        let page = shell().embed(Embed::ALL[0], "embed-7.css", "boot-8.js", "early-4.js").unwrap();
        for part in
            ["embed-ttft", "../../app-1.css", "../../embed-7.css", "../../boot-8.js", "../../early-4.js"]
        {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("lesson-1.css"), "{page}");
    }

    #[test]
    fn a_body_is_taken_as_it_is_and_a_lost_mark_is_named() {
        let page = shell().page(Page::Gist, "@@TITLE@@", &FILES).unwrap();
        assert!(page.ends_with("@@TITLE@@"));
        let mut damaged = shell();
        damaged.text = damaged.text.replace("@@ROOT@@", "");
        let fault = damaged.page(Page::Gist, "", &FILES).unwrap_err().to_string();
        assert!(fault.contains("@@ROOT@@"), "{fault}");
    }
}
