//! The part of the dialog that reads files: what they held is shown, and kept or opened only when asked.

use super::dialog::{Dialog, answer, focus};
use super::file::{LARGEST, TOO_LARGE};
use super::text::{self, is_name_of};
use super::{shelf, subject};
use crate::markup::Markup;
use export::Fault;
use plan::{Scenario, Scenarios};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DragEvent, EventTarget, HtmlInputElement, HtmlTextAreaElement};

impl Dialog {
    /// Reads the text that was pasted, or does something with what was read.
    pub(super) fn do_with_found(&self, command: &str) {
        match command {
            "read-found" => {
                let area = self.find("#share-paste");
                let text = area.map(|area| area.unchecked_into::<HtmlTextAreaElement>().value());
                self.read(&text.unwrap_or_default());
            }
            "open-found" => {
                self.close();
                subject::open(self.found.borrow().iter().cloned());
            }
            _ => self.keep_found(),
        }
    }

    /// Reads the file that was chosen.
    pub(super) fn read_file(&'static self, target: Option<EventTarget>) {
        let Some(input) = target.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
            return;
        };
        if let Some(file) = input.files().and_then(|files| files.item(0)) {
            self.read_blob(file.into());
            // So that the same file can be chosen again.
            input.set_value("");
        }
    }

    /// Reads what was dropped: a file, or a text.
    pub(super) fn take_drop(&'static self, event: &DragEvent) {
        let Some(data) = event.data_transfer() else { return };
        match data.files().and_then(|files| files.item(0)) {
            Some(file) => self.read_blob(file.into()),
            None => self.read(&data.get_data("text/plain").unwrap_or_default()),
        }
    }

    fn read_blob(&'static self, file: Blob) {
        if file.size() > LARGEST {
            return self.refuse();
        }
        spawn_local(async move {
            match JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
                Some(text) => self.read(&text),
                None => self.say("The browser could not read the file."),
            }
        });
    }

    #[expect(clippy::cast_precision_loss, reason = "no text is so long")]
    fn read(&self, pasted: &str) {
        if pasted.len() as f64 > LARGEST {
            return self.refuse();
        }
        if pasted.trim().is_empty() {
            return self.say("There is no text to read.");
        }
        let (plans, faults) = text::read(pasted);
        self.show_found(&found(&plans, &faults));
        self.say(&summary(plans.len(), faults.len()));
        focus(self.find("[data-do=keep-found], [data-do=open-found]"));
        self.found.replace(plans);
    }

    fn refuse(&self) {
        self.found.take();
        self.show_found("");
        self.say(TOO_LARGE);
    }

    fn show_found(&self, markup: &str) {
        if let Some(place) = self.find(".found") {
            place.set_inner_html(markup);
        }
    }

    /// Keeps all that was read and is not kept yet. No name is taken from another plan.
    fn keep_found(&self) {
        let kept = shelf::all();
        let (mut new, mut already, mut renamed) = (Vec::<Scenario>::new(), 0, 0);
        for plan in self.found.borrow().iter() {
            if kept.iter().chain(&new).any(|other| other == plan) {
                already += 1;
                continue;
            }
            let is_used = |name: &str| is_name_of(name, &kept) || is_name_of(name, &new);
            let name = text::unused(plan.name(), is_used);
            renamed += usize::from(name != plan.name());
            new.push(Scenario::new(&name, plan.input.clone()));
        }
        if new.is_empty() {
            return self.say("All of it is kept already.");
        }
        let mut said = [&number(new.len()), " kept."].concat();
        if already > 0 {
            said += &[" ", &number(already), " kept already."].concat();
        }
        if renamed > 0 {
            said += &[" ", &number(renamed), " got another name, because the own one was taken or missing."]
                .concat();
        }
        let all: Vec<Scenario> = new.iter().cloned().chain(kept).collect();
        self.put(&all, &new, &said);
    }
}

fn number(count: usize) -> String {
    if count == 1 { "1 plan".into() } else { [&count.to_string(), " plans"].concat() }
}

fn summary(plans: usize, faults: usize) -> String {
    let plans = if plans == 0 { "No plan could be read.".into() } else { number(plans) + " read." };
    match faults {
        0 => plans,
        1 => plans + " One thing could not be used as it stands.",
        more => [&plans, " ", &more.to_string(), " things could not be used as they stand."].concat(),
    }
}

/// What a file held, as text.
fn found(plans: &[Scenario], faults: &[Fault]) -> String {
    let mut part = Markup::new().tags("<h4>What was read</h4>");
    if plans.is_empty() {
        part = part.tags("<p class=\"hint\">There is no plan in it that could be read.</p>");
    } else {
        part = part.tags("<ul class=\"plans\">").each(plans, plan).tags("</ul><p class=\"tools\">");
        if shelf::is_there() {
            part = part.tags("<button class=\"button\" type=\"button\" data-do=\"keep-found\">");
            part = part.tags(if plans.len() > 1 { "Keep all" } else { "Keep it" }).tags("</button>");
        }
        part = part.tags("<button class=\"button\" type=\"button\" data-do=\"open-found\">");
        part = part
            .tags(if plans.len() > Scenarios::MOST { "Open the first four" } else { "Open" })
            .tags("</button></p>");
    }
    if !faults.is_empty() {
        part = part
            .tags("<ul class=\"notes\" aria-label=\"What could not be used\">")
            .each(faults, fault)
            .tags("</ul>");
    }
    part.finish()
}

fn plan(list: Markup, plan: &Scenario) -> Markup {
    let mut list = list.tags("<li>");
    if !plan.name().is_empty() {
        list = list.tags("<strong><bdi>").text(plan.name()).tags("</bdi></strong> ");
    }
    list.text(&answer(plan)).tags("</li>")
}

fn fault(list: Markup, fault: &Fault) -> Markup {
    let mut list = list.tags("<li>");
    if !fault.path.is_empty() {
        list = list.tags("<code>").text(&fault.path).tags("</code>: ");
    }
    list.text(&fault.text).tags("</li>")
}
