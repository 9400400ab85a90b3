//! The module that starts the program.

/// Its text, for the glue and the program of these names, which lie beside it.
///
/// Both are asked for at once. Their addresses are relative to this module and not to the page, whose depth differs.
/// Whatever fails, the page as it was served stays readable, and the class lets the style sheet say so.
pub(crate) fn module(glue: &str, program: &str) -> String {
    format!(
        r#"try {{
  const [glue, program] = await Promise.all([
    import("./{glue}"),
    fetch(new URL("./{program}", import.meta.url)),
  ]);
  await glue.default({{ module_or_path: program }});
}} catch (fault) {{
  document.documentElement.classList.add("no-program");
  console.error("The program did not start:", fault);
}}
"#
    )
}
