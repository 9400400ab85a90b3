//! Files of text as HTML: small ones of the tests' own, hostile ones, and every fault by its line.

use lesson::{Fault, Section};
use proptest::prelude::*;

const WHOLE: &str = include_str!("text/whole.md");
const LADDER: &str = include_str!("text/ladder.md");
const WRONG: &str = include_str!("text/wrong.md");

fn html(source: &str) -> String {
    let section = Section::of("gist/03-load.md", source);
    section.html("../").unwrap_or_else(|faults| panic!("{faults:#?}"))
}

#[test]
fn a_section_is_written_as_the_program_reads_it() {
    let html = html(WHOLE);
    for part in [
        "<section id=\"g-load\" data-plan=\"b\" data-plan-rag=\"in=30k&amp;out=50\" data-plan-chat=\"in=200&amp;out=1k\">\
         <h2 tabindex=\"-1\">A rate is &quot;not&quot; a load</h2>",
        "<p>At <span class=\"input\" data-set=\"rate\">50</span> requests",
        "<data class=\"live\" data-get=\"rag:prefill_s in s\">2.14 s</data>",
        "<data class=\"live\" data-get=\"rag:prefill_s / chat:prefill_s to 0\">150</data>",
        "<span class=\"figure\">14.3</span>",
        "<h3 id=\"h-memory\">Count <strong>work</strong> &amp; not &lt;requests&gt;</h3>",
        "<ul><li id=\"fm-average\">Of <span class=\"figure\">400</span> streams",
        "<ol><li>First <code>2 × N</code>.</li></ol>",
        "<a data-open=\"tokens\" data-of=\"rag\" href=\"../sandbox/tokens/#v=1&amp;model=llama-3.3-70b",
        "<a data-open=\"fleet\" href=\"../sandbox/fleet/#v=1&amp;model=llama-3.3-70b",
        "<a data-open=\"streams\" href=\"../sandbox/streams/\">the streams</a>",
        "<a href=\"#g-queue\">waiting</a>",
        "<a href=\"../qa/#q-l3\">a rung</a>",
        "<th scope=\"col\">Metric</th>",
        "<tr id=\"mt-ttft\"><th scope=\"row\">TTFT</th><td><data class=\"live\" data-get=\"ttft_p95_s\">214 ms</data></td></tr>",
        "<dl><dt id=\"w-prefill\">Prefill</dt><dd>Reading the prompt.</dd></dl>",
        "<aside class=\"margin\"><p><strong>A trap.</strong> Say which <span class=\"input\" data-set=\"mfu\">50</span>%.</p></aside>",
        "<pre><code>replicas = rate × work / ceiling\n</code></pre>",
        " data-table=\"singles\"><table><caption>",
        " data-table=\"rates\" data-of=\"chat\"><table><caption>",
        "<figure class=\"card chart small\" data-chart=\"tpot\"><figcaption>",
        "<form class=\"guess\" data-guess=\"kv-per-token\" data-get=\"kv_bytes_per_token in KiB\" data-within=\"0.05\">",
        "<span hidden data-needs-program><input id=\"guess-kv-per-token\"",
        "<data class=\"live\" data-get=\"kv_bytes_per_token in KiB\">320 KiB</data>",
        "<li data-wrong=\"kvheads=64\"><span class=\"figure\">2,560 KiB</span>: You counted the <strong>query</strong> heads.</li>",
        "<li data-wrong=\"x 0.5\"><span class=\"figure\">160 KiB</span>: ",
        "<div class=\"own\" id=\"qs-api\"><label for=\"keep-qs-api\">Which targets?</label>\
         <textarea id=\"keep-qs-api\" data-keep=\"qs-api\" rows=\"4\" disabled></textarea></div>",
        "<details class=\"worked\" id=\"qs-api-worked\"><summary>A worked answer</summary><p>A p95 of <data",
    ] {
        assert!(html.contains(part), "{part}\n\nin\n\n{html}");
    }
}

#[test]
fn a_ladder_is_a_list_of_questions() {
    let section = Section::of("qa/01-ladder.md", LADDER);
    let html = section.html("../").unwrap_or_else(|faults| panic!("{faults:#?}"));
    for part in [
        "<p>Two questions.</p><ol class=\"rungs\"><li><details class=\"question\" id=\"q-l1\"><summary><h3>What is goodput?</h3></summary>\
         <p>Kept promises.</p><h4>More</h4></details></li>",
        "<h3>What limits <data class=\"live\" data-get=\"resident_sequences bare\">604</data> sequences?</h3>",
    ] {
        assert!(html.contains(part), "{part}\n\nin\n\n{html}");
    }
    let entries = section.entries("../").unwrap_or_default();
    assert_eq!((&*entries[1].id, &*entries[1].title), ("q-l2", "What limits 604 sequences?"));
    assert_eq!(entries[1].html, "<p>Memory.</p>");
}

#[test]
fn every_fault_is_told_at_once_with_its_line() {
    let faults = Section::of("gist/03-load.md", WRONG).html("../").expect_err("it is wrong");
    let told: Vec<(usize, &str, &str)> =
        faults.iter().map(|fault| (fault.line, fault.mark.as_str(), fault.wrong.as_str())).collect();
    for (line, mark, part) in [
        (1, "plan busy", "rate: Enter a value above 0"),
        (7, "{largest_rate = 8.3 req/s}", "the core says 8.2 req/s"),
        (7, "{calm:largest_rate = 8.2 req/s}", "names no such plan"),
        (8, "{set gpu}", "holds a word"),
        (8, "{table rates}", "a paragraph of its own"),
        (8, "{#g-x}", "at the very start"),
        (9, "{this is nothing}", "no mark"),
        (9, "https://example.org", "a link leads to"),
        (9, "<b>", "HTML has no place"),
        (11, "A heading too high", "begin with ###"),
        (13, ">", "begins with a bold heading"),
        (15, "{chart tpot calm}", "names no such plan"),
        (17, "{prefill_s = 88.4 ms}", "in code"),
        (19, "answer: prefil_s", "no figure"),
        (30, "x 1.01", "passes for right"),
        (31, "heads", "a mistake is"),
        (32, "weights=bf17", "bf17"),
        (36, "{brace", "not closed"),
    ] {
        let found =
            told.iter().any(|(at, written, wrong)| (*at, *written) == (line, mark) && wrong.contains(part));
        assert!(found, "line {line}, {mark}: {part}\n\nin\n\n{told:#?}");
    }
    let said = "gist/03-load.md, line 7: {largest_rate = 8.3 req/s}: the core says 8.2 req/s";
    assert!(faults.iter().map(Fault::to_string).any(|fault| fault == said), "{faults:?}");
}

/// What the content policy of the site forbids, and what would be a hole in the escaping.
fn is_strict(html: &str) {
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let outside: String = tag.split('"').step_by(2).collect();
        let name = tag.split([' ', '>']).next().unwrap_or_default();
        assert!(!["script", "style", "iframe", "object", "embed", "base", "link"].contains(&name), "<{tag}>");
        for attribute in outside.split(' ').skip(1) {
            assert!(!attribute.starts_with("on") && !attribute.starts_with("style="), "<{tag}>");
        }
        assert!(!tag.contains("javascript:"), "<{tag}>");
    }
}

#[test]
fn the_html_of_every_file_is_strict() {
    let all = lesson::gist().into_iter().chain(lesson::qa());
    all.filter_map(|section| section.html("../").ok()).for_each(|html| is_strict(&html));
    [WHOLE, LADDER].map(html).iter().for_each(|html| is_strict(html));
}

/// Markdown by pieces that mean something to the parser.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "{#",
        "{set rate}",
        "{prefill_s = 88.4 ms}",
        "{fix ",
        "= ",
        "{table rates}",
        "{check}",
        "```guess a\n",
        "```answer b\nask: c\n",
        "```worked d\n",
        "```\n",
        "> ",
        "**",
        "*",
        "- ",
        "1. ",
        "\n",
        "\n\n",
        "| a |\n|---|\n",
        ": ",
        "## ",
        "### {#x} ",
        "[x](",
        ")",
        "open:fleet",
        "javascript:x",
        "<script>",
        "<b onclick=x>",
        "style=\"x\"",
        "é{≤}",
        "\\",
        "`",
        "    ",
        "![x](y)",
        "&lt;script&gt;",
        "<!--",
        "&#60;script&#62;",
        "ask: {",
        "wrong: x 2 | ",
    ]);
    proptest::collection::vec(prop_oneof![3 => piece.prop_map(String::from), 1 => ".{0,6}"], 0..16)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands in a file, it becomes HTML that holds no tag of the file's own, or faults.
    #[test]
    fn hostile_markdown_becomes_strict_html_or_faults(text in markdown(), kind in "article|ladder|questions") {
        let source = format!("---\nid: g-x\ntitle: <script>\nkind: {kind}\nplan: a\n---\n{text}");
        let lines = source.lines().count();
        match Section::of("x.md", &source).html("../") {
            Ok(html) => is_strict(&html),
            Err(faults) => prop_assert!(faults.iter().all(|fault| (1..=lines + 1).contains(&fault.line)), "{:?}", faults),
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Section::of("x.md", &String::from_utf8_lossy(&bytes)).html("");
    }
}

#[test]
fn what_is_nested_without_end_does_not_end_the_stack() {
    for piece in ["> ", "- ", "**a ", "[", "1. "] {
        let source = format!("---\nid: g-x\ntitle: x\nplan: a\n---\n{}x", piece.repeat(20_000));
        let _ = Section::of("x.md", &source).html("");
    }
}
