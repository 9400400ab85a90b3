//! A few lines for a chat.

use crate::case::{Case, link_of_all};
use crate::plain::plain;
use present::{headline, one_lost, reason, text_of, warnings};
use quantity::Unit;
use sizing::Figure;

/// Headline, reason, both targets, a lost replica, warnings and the link, of each scenario; and of several the link to all.
pub(crate) fn chat(cases: &[Case]) -> String {
    let blocks: Vec<String> = cases.iter().map(|case| block(case, cases.len() > 1)).collect();
    let all = link_of_all(cases).map_or_else(String::new, |link| format!("\nAll side by side: {link}\n"));
    blocks.join("\n") + &all
}

fn block(case: &Case, is_titled: bool) -> String {
    let answer = &case.answer;
    let title = if is_titled || !case.name.is_empty() { [&case.title, ": "].concat() } else { String::new() };
    let mut lines = vec![title + &headline(answer)];
    if answer.fleet().is_some() {
        lines.push(reason(answer).text);
        lines.push(format!(
            "TTFT p95 {} (target {}), expected TPOT {} (target {}).",
            text_of(answer, Figure::TtftP95),
            Unit::Wait.exact(answer.plan.ttft.get()),
            text_of(answer, Figure::Tpot),
            Unit::Seconds.exact(answer.plan.tpot.get()),
        ));
    }
    lines.extend(one_lost(answer).map(|(text, _)| text));
    let warnings = warnings(answer).into_iter().chain(case.faults.iter().cloned());
    lines.extend(warnings.map(|warning| format!("Warning: {warning}")));
    lines.push(case.short_link.clone());
    lines.iter().map(|line| plain(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use crate::Format;
    use plan::Scenario;

    #[test]
    fn example_a_in_five_lines() {
        assert_eq!(
            Format::Text.write(&[Scenario::default()], "https://example.org/sandbox/fleet/"),
            "4 + 1 replicas, 20 GPUs, $60/h, $2.08 per 1M output tokens. Prefill compute runs out first.\n\
             At 8.2 req/s a replica spends 72% of each second on prompts. 4 replicas carry up to 26.2 req/s before it \
             binds, 31% above the plan.\n\
             TTFT p95 124 ms (target 500 ms), expected TPOT 15.5 ms (target 50 ms).\n\
             Of 4 replicas one is lost: 3 carry 6.7 req/s each. TPOT 24.2 ms, TTFT p95 226 ms: within both targets.\n\
             https://example.org/sandbox/fleet/#v=1\n"
        );
    }

    #[test]
    fn several_have_a_link_that_opens_all() {
        let both =
            ["v=1", "v=1&cached=0.5"].map(|link| Scenario::new("", plan::PlanInput::from_link(link).0));
        let text = Format::Text.write(&both, "https://example.org/");
        assert!(text.starts_with("Baseline: 4 + 1 replicas") && text.contains("\n\nScenario 2: "), "{text}");
        assert!(text.ends_with("\nAll side by side: https://example.org/#v=1&2.cached=0.5\n"), "{text}");
    }
}
