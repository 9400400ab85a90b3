//! The built site, served to this machine only.
//!
//! On tiny_http: it blocks instead of bringing an async runtime, builds in seconds with four small crates, and takes
//! from us what is not ours to get wrong (requests, HEAD). What a static host does beyond that is here: the right types,
//! the header lines of `_headers`, `404.html` with its status, folders with and without their slash, compressed files
//! where the visitor takes them, and an optional prefix, because the site has to work below any.

use crate::fault::{Fault, Outcome};
use crate::headers::Rules;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use tiny_http::{Header, Method, Request, Response};

/// Enough for a browser's parallel requests.
const THREADS: usize = 4;
/// How many ports are tried after the wanted one.
const FURTHER: u16 = 50;

/// A server that listens, and answers once it is set to work.
pub(crate) struct Server {
    socket: Arc<tiny_http::Server>,
    site: Arc<Site>,
    /// The port it got.
    pub(crate) port: u16,
}

/// Answers in the background until it is dropped.
pub(crate) struct Serving {
    socket: Arc<tiny_http::Server>,
    threads: Vec<JoinHandle<()>>,
}

struct Site {
    folder: PathBuf,
    prefix: String,
    rules: Rules,
}

impl Server {
    /// Listens on loopback, on this port or, where it is taken, on the next that is free; port 0 is any.
    pub(crate) fn bind(folder: &Path, port: u16, prefix: &str) -> Outcome<Self> {
        let rules = Rules::of(folder);
        let site = Arc::new(Site { folder: folder.to_owned(), prefix: prefix.to_owned(), rules });
        let mut trouble = String::new();
        for port in port..=port.saturating_add(FURTHER) {
            match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
                Ok(listener) => return Self::on(listener, site),
                Err(error) => trouble = error.to_string(),
            }
        }
        Err(Fault::new(format!("Cannot listen on port {port} or any of the {FURTHER} after it: {trouble}.")))
    }

    fn on(listener: TcpListener, site: Arc<Site>) -> Outcome<Self> {
        let fault = |error: &dyn std::fmt::Display| Fault::new(format!("The server cannot start: {error}."));
        let port = listener.local_addr().map_err(|error| fault(&error))?.port();
        let socket = tiny_http::Server::from_listener(listener, None).map_err(|error| fault(&error))?;
        Ok(Self { socket: Arc::new(socket), site, port })
    }

    /// Where the site's front page is.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{}/", self.port, self.site.prefix)
    }

    /// Answers until the result is dropped.
    pub(crate) fn start(self) -> Serving {
        let answer = |_| {
            let (socket, site) = (Arc::clone(&self.socket), Arc::clone(&self.site));
            thread::spawn(move || {
                while let Ok(request) = socket.recv() {
                    site.answer(request);
                }
            })
        };
        let threads = (0..THREADS).map(answer).collect();
        Serving { socket: self.socket, threads }
    }
}

impl Serving {
    /// Waits for ever: the person at the terminal ends it.
    pub(crate) fn wait(mut self) {
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        for _ in &self.threads {
            self.socket.unblock();
        }
    }
}

/// What a request gets.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    File(PathBuf),
    Moved(String),
    Missing,
}

impl Site {
    fn answer(&self, request: Request) {
        let body = match request.method() {
            Method::Get | Method::Head => match self.find(request.url()) {
                Answer::File(file) => self.say(page(&file, 200, takes_brotli(&request)), &file),
                Answer::Moved(to) => moved(&to),
                Answer::Missing => self.missing(),
            },
            _ => text(405, "This server only answers GET and HEAD.\n"),
        };
        // The visitor may have gone meanwhile; there is nobody left to tell.
        let _ = send(request, body);
    }

    fn missing(&self) -> Body {
        let body = page(&self.folder.join("404.html"), 404, false);
        with(with(body, "Cache-Control", "no-cache"), "X-Content-Type-Options", "nosniff")
    }

    /// Adds what a host would say about the file.
    fn say(&self, body: Body, file: &Path) -> Body {
        let place = file.strip_prefix(&self.folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let place = place.strip_suffix("index.html").unwrap_or(&place);
        let path = format!("/{place}");
        self.rules.lines(&path).fold(body, |body, (name, value)| with(body, name, value))
    }

    fn find(&self, url: &str) -> Answer {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        if path == self.prefix || (path == "/" && !self.prefix.is_empty()) {
            return Answer::Moved(format!("{}/", self.prefix));
        }
        let below = path.strip_prefix(&self.prefix).and_then(|rest| rest.strip_prefix('/'));
        let Some(place) = below.and_then(|rest| self.place(rest)) else { return Answer::Missing };
        match (place.is_dir(), path.ends_with('/')) {
            (true, true) if place.join("index.html").is_file() => Answer::File(place.join("index.html")),
            (true, false) if place.join("index.html").is_file() => Answer::Moved(format!("{path}/")),
            (false, false) if place.is_file() => Answer::File(place),
            _ => Answer::Missing,
        }
    }

    /// The place in the folder, unless the path tries to leave it.
    fn place(&self, path: &str) -> Option<PathBuf> {
        let path = decode(path)?;
        let stays = |part| matches!(part, Component::Normal(_));
        let safe = !path.contains(['\\', '\0']) && Path::new(&path).components().all(stays);
        safe.then(|| self.folder.join(path))
    }
}

/// Sends a response and asks the visitor to hang up after it. The library gives each connection a thread, and counts a thread
/// as idle until it wakes: of more connections at once than it has threads, one may be left waiting until another ends, and
/// kept connections do not end. It writes no `Connection` of ours, so the line is put into what it wrote.
fn send(request: Request, body: Body) -> io::Result<()> {
    let (version, headers) = (request.http_version().clone(), request.headers().to_vec());
    let head_only = *request.method() == Method::Head;
    let mut written = Vec::new();
    body.raw_print(&mut written, version, &headers, head_only, None)?;
    let status_line = written.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let mut writer = request.into_writer();
    writer.write_all(&written[..status_line])?;
    writer.write_all(b"Connection: close\r\n")?;
    writer.write_all(&written[status_line..])?;
    writer.flush()
}

/// The percent signs read; nothing where they stand for no text.
fn decode(path: &str) -> Option<String> {
    let mut bytes = path.bytes();
    let mut read = Vec::with_capacity(path.len());
    while let Some(byte) = bytes.next() {
        read.push(match byte {
            b'%' => {
                let digits = [bytes.next()?, bytes.next()?];
                u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(read).ok()
}

type Body = Response<io::Cursor<Vec<u8>>>;

/// Whether the visitor can unpack brotli.
fn takes_brotli(request: &Request) -> bool {
    let accepts = request.headers().iter().filter(|header| header.field.equiv("Accept-Encoding"));
    accepts.flat_map(|header| header.value.as_str().split(',')).any(|way| way.trim() == "br")
}

fn page(file: &Path, status: u16, brotli: bool) -> Body {
    let packed = brotli.then(|| fs::read(beside(file, "br")).ok()).flatten();
    let is_packed = packed.is_some();
    let Some(content) = packed.or_else(|| fs::read(file).ok()) else {
        return text(404, "There is nothing here.\n");
    };
    let body = Response::from_data(content).with_status_code(status);
    let body = with(with(body, "Content-Type", media_type(file)), "Vary", "Accept-Encoding");
    if is_packed { with(body, "Content-Encoding", "br") } else { body }
}

fn moved(to: &str) -> Body {
    with(text(308, ""), "Location", to)
}

fn text(status: u16, words: &str) -> Body {
    let body = Response::from_data(words).with_status_code(status);
    with(with(body, "Content-Type", "text/plain; charset=utf-8"), "Cache-Control", "no-cache")
}

/// Adds a header line; one that is not ASCII, which only a strange address could bring, is left out.
fn with(body: Body, name: &str, value: &str) -> Body {
    match Header::from_bytes(name, value) {
        Ok(header) => body.with_header(header),
        Err(()) => body,
    }
}

/// What the browser is told a file is; without the last but one it refuses to stream the program.
fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The compressed file beside this one.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(prefix: &str) -> Site {
        let folder =
            std::env::temp_dir().join(format!("headroom-server-{}-{}", std::process::id(), prefix.len()));
        fs::create_dir_all(folder.join("gist")).unwrap();
        fs::write(folder.join("index.html"), "home").unwrap();
        fs::write(folder.join("gist/index.html"), "gist").unwrap();
        Site { folder, prefix: prefix.into(), rules: Rules::read("/gist/\n  Cache-Control: no-cache\n") }
    }

    #[test]
    fn folders_answer_with_their_page_and_move_to_their_slash() {
        let site = site("");
        assert_eq!(site.find("/"), Answer::File(site.folder.join("index.html")));
        assert_eq!(site.find("/gist/?a#b"), Answer::File(site.folder.join("gist/index.html")));
        assert_eq!(site.find("/gist"), Answer::Moved("/gist/".into()));
        assert_eq!(site.find("/index.html/"), Answer::Missing);
    }

    #[test]
    fn nothing_is_served_outside_the_prefix_or_the_folder() {
        let site = site("/a/b");
        assert_eq!(site.find("/a/b/gist/"), Answer::File(site.folder.join("gist/index.html")));
        assert_eq!(site.find("/a/b"), Answer::Moved("/a/b/".into()));
        assert_eq!(site.find("/gist/"), Answer::Missing);
        assert_eq!(site.find("/a/bgist/"), Answer::Missing);
        for path in
            ["/a/b/../x", "/a/b/%2e%2e/x", "/a/b//etc/hosts", "/a/b/%2fetc/hosts", "/a/b/%", "/a/b/%ff"]
        {
            assert_eq!(site.find(path), Answer::Missing, "{path}");
        }
    }

    #[test]
    fn a_file_comes_with_the_header_lines_of_its_place() {
        let site = site("/a/b");
        let said = |file: &str| {
            let file = site.folder.join(file);
            let body = site.say(page(&file, 200, false), &file);
            body.headers().iter().any(|header| header.field.equiv("Cache-Control"))
        };
        assert!(said("gist/index.html"));
        assert!(!said("index.html"));
    }

    #[test]
    fn a_visitor_who_takes_brotli_gets_the_packed_file() {
        let folder = site("/c").folder;
        fs::write(folder.join("index.html.br"), "packed").unwrap();
        let packed = |brotli| {
            let body = page(&folder.join("index.html"), 200, brotli);
            (body.data_length(), body.headers().iter().any(|header| header.field.equiv("Content-Encoding")))
        };
        assert_eq!(packed(true), (Some("packed".len()), true));
        assert_eq!(packed(false), (Some("home".len()), false));
    }
}
