//! The modules that start programs.

/// What starts the program of a page, for the glue and the program of these names, which lie beside it.
///
/// Whatever fails, the page as it was served stays readable; `early.js`, which hears of it, lets it say so.
pub(crate) fn module(glue: &str, program: &str) -> String {
    starting(glue, program, r#"dispatchEvent(new Event("no-program"));"#)
}

/// What starts a program that joins the page's own. Where that fails its script hears `error`, as it does where this very
/// file cannot be had.
pub(crate) fn joining(glue: &str, program: &str) -> String {
    let tell = r#"for (const script of document.scripts) {
    if (script.src === import.meta.url) script.dispatchEvent(new Event("error"));
  }"#;
    starting(glue, program, tell)
}

/// Both files are asked for at once. Their addresses are relative to this module and not to the page, whose depth differs.
fn starting(glue: &str, program: &str, when_it_fails: &str) -> String {
    format!(
        r#"try {{
  const [glue, program] = await Promise.all([
    import("./{glue}"),
    fetch(new URL("./{program}", import.meta.url)),
  ]);
  await glue.default({{ module_or_path: program }});
}} catch (fault) {{
  {when_it_fails}
  console.error("The program did not start:", fault);
}}
"#
    )
}
