//! The part of the dialog that keeps plans in this browser.

use super::dialog::{Dialog, answer, focus};
use super::shelf::{self, Refusal};
use super::subject::{self, Subject};
use super::text::{is_name_of, unused};
use crate::dom::{attribute, near, within};
use crate::markup::Markup;
use export::Format;
use plan::Scenario;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement};

impl Dialog {
    /// The part, without the list.
    pub(super) fn kept(&self, subject: &Subject) -> String {
        if !shelf::is_there() {
            return NO_STORAGE.into();
        }
        let plans = subject.scenarios.all();
        let names = shelf::all();
        let mut part = Markup::new().tags("<section><h3>Kept in this browser</h3>");
        if let Some(damage) = shelf::mend() {
            part = part.tags("<p class=\"notes\">").text(&damage).tags("</p>");
        }
        for (place, plan) in plans.iter().enumerate() {
            let name = match (plans.len(), plan.name()) {
                // A plan without a name gets one that is free; one with a name, or beside others, asks before it replaces.
                (1, "") => unused("", |name| is_name_of(name, &names)),
                _ => subject.scenarios.label(place),
            };
            part = name_field(part, (plans.len() > 1).then_some(place + 1), &name);
        }
        part = part.tags("<p class=\"tools\"><button class=\"button\" type=\"button\" data-do=\"keep\">");
        part.tags(keep_label(plans.len())).tags("</button></p><div class=\"kept\"></div></section>").finish()
    }

    /// Shows the list as it stands now, unless a name is being changed in it.
    pub(super) fn show_kept(&self) {
        if let Some(place) = self.find(".kept").filter(|place| within(place, "input").next().is_none()) {
            place.set_inner_html(&list(&shelf::all(), self.removed.borrow().as_ref()));
        }
    }

    /// Does something with a plan that is kept, or keeps one.
    pub(super) fn do_with_kept(&self, command: &str, button: &Element, subject: Subject) {
        let row = button.closest("[data-name]").ok().flatten();
        let name = row.as_ref().map(|row| attribute(row, "data-name")).unwrap_or_default();
        match command {
            "keep" => return self.keep(&subject),
            "undo" => return self.undo(),
            "all" => {
                let text = Format::Json.write(&shelf::all(), &subject.page);
                return self.save(Format::Json, &text, "headroom-plans");
            }
            _ => {}
        }
        let mut plans = shelf::all();
        let Some(place) = plans.iter().position(|plan| plan.name() == name) else {
            self.show_kept();
            return self.say("It is not kept any more.");
        };
        match (command, row) {
            ("open", _) => {
                self.close();
                subject::open([plans.swap_remove(place)]);
            }
            ("beside", _) => self.put_beside(subject, plans.swap_remove(place)),
            ("remove", _) => self.remove(plans, place),
            ("rename", Some(row)) => begin_to_rename(&row, &plans[place]),
            ("cancel", _) => self.stop_renaming(&name),
            ("name", Some(row)) => self.rename(plans, place, &row),
            _ => {}
        }
    }

    fn keep(&self, subject: &Subject) {
        let Some(button) = self.find("[data-do=keep]") else { return };
        let fields: Vec<HtmlInputElement> = self.fields().collect();
        let pairs = subject.scenarios.all().iter().zip(&fields);
        let plans: Vec<Scenario> =
            pairs.map(|(plan, field)| Scenario::new(&field.value(), plan.input.clone())).collect();
        if let Some(fault) = fields.iter().zip(&plans).find(|(_, plan)| plan.name().is_empty()) {
            let _ = fault.0.focus();
            return self.say("Give it a name first.");
        }
        let twins = |(place, plan): (usize, &Scenario)| {
            plans[..place].iter().any(|other| other.name() == plan.name())
        };
        if plans.iter().enumerate().any(twins) {
            return self.say("Two of the names are the same. Each plan is kept under a name of its own.");
        }
        let kept = shelf::all();
        let named = |plan: &Scenario| kept.iter().find(|other| other.name() == plan.name());
        let new: Vec<Scenario> = plans.iter().filter(|plan| named(plan) != Some(*plan)).cloned().collect();
        let replaced = new.iter().find(|plan| named(plan).is_some());
        match replaced {
            Some(replaced) if !button.has_attribute(SURE) => {
                let _ = button.set_attribute(SURE, "");
                button.set_text_content(Some("Replace"));
                let rest = " is already the name of another plan. Press “Replace” to put this one in its place, or change the name.";
                return self.say(&[&quoted(replaced), rest].concat());
            }
            _ => self.forget_sureness(),
        }
        if new.is_empty() {
            return self.say(&[&quotes(&plans), " is kept already."].concat());
        }
        let rest = kept.into_iter().filter(|plan| !new.iter().any(|other| other.name() == plan.name()));
        self.put(
            &new.iter().cloned().chain(rest).collect::<Vec<_>>(),
            &new,
            &["Kept as ", &quotes(&new), "."].concat(),
        );
    }

    /// Keeps these plans and says so, or that `new` among them could not be kept.
    pub(super) fn put(&self, plans: &[Scenario], new: &[Scenario], said: &str) -> bool {
        let refusal = shelf::put(plans).err();
        self.show_kept();
        match &refusal {
            None => self.say(said),
            Some(refusal) => self.say(&refused(refusal, &quotes(new))),
        }
        refusal.is_none()
    }

    fn remove(&self, mut plans: Vec<Scenario>, place: usize) {
        let removed = plans.remove(place);
        let said = ["Removed ", &quoted(&removed), "."].concat();
        let before = self.removed.replace(Some((place, removed.clone())));
        if self.put(&plans, &[removed], &said) {
            focus(self.find("[data-do=undo]"));
        } else {
            self.removed.replace(before);
            self.show_kept();
        }
    }

    fn undo(&self) {
        let Some((place, mut plan)) = self.removed.take() else { return };
        let mut plans = shelf::all();
        let taken = (place, plan.clone());
        plan.rename(&unused(plan.name(), |name| is_name_of(name, &plans)));
        let name = plan.name().to_owned();
        plans.insert(place.min(plans.len()), plan.clone());
        let said = [&quoted(&plan), " is kept again."].concat();
        if self.put(&plans, &[plan], &said) {
            focus(self.in_row(&name, "[data-do=open]"));
        } else {
            self.removed.replace(Some(taken));
            self.show_kept();
        }
    }

    fn put_beside(&self, subject: Subject, plan: Scenario) {
        let (mut scenarios, name) = (subject.scenarios, quoted(&plan));
        if scenarios.push(plan) {
            self.close();
            subject::go(&scenarios);
        } else {
            self.say(
                &["A link holds at most four plans: there is no room for ", &name, " beside them."].concat(),
            );
        }
    }

    fn rename(&self, mut plans: Vec<Scenario>, place: usize, row: &Element) {
        let Some(field) = within(row, "input").next() else { return };
        let mut renamed =
            Scenario::new(&field.unchecked_ref::<HtmlInputElement>().value(), plans[place].input.clone());
        let old = quoted(&plans[place]);
        if renamed.name().is_empty() {
            return self.say("A plan that is kept needs a name.");
        }
        if plans.iter().enumerate().any(|(other, plan)| other != place && plan.name() == renamed.name()) {
            return self.say(&[&quoted(&renamed), " is already the name of another plan."].concat());
        }
        std::mem::swap(&mut plans[place], &mut renamed);
        let (new, name) = (plans[place].clone(), plans[place].name().to_owned());
        row.set_inner_html("");
        let said = [&old, " is now called ", &quoted(&new), "."].concat();
        let is_kept = self.put(&plans, &[new], &said);
        focus(self.in_row(if is_kept { &name } else { renamed.name() }, "[data-do=rename]"));
    }

    fn stop_renaming(&self, name: &str) {
        if let Some(row) = self.row(name) {
            row.set_inner_html("");
        }
        self.show_kept();
        focus(self.in_row(name, "[data-do=rename]"));
    }

    /// The row of a plan that is kept. Names may hold anything, so that no selector finds them.
    fn row(&self, name: &str) -> Option<Element> {
        within(&self.find(".kept")?, "[data-name]").find(|row| attribute(row, "data-name") == name)
    }

    fn in_row(&self, name: &str, selector: &str) -> Option<Element> {
        self.row(name)?.query_selector(selector).ok().flatten()
    }

    fn fields(&self) -> impl Iterator<Item = HtmlInputElement> + use<> {
        within(&self.element, "input.plan-name").map(JsCast::unchecked_into)
    }

    /// Another name is another question.
    pub(super) fn change_name(&self, event: &Event) {
        if near(event, "input.plan-name").is_some() {
            self.forget_sureness();
        }
    }

    fn forget_sureness(&self) {
        if let Some(button) = self.find("[data-do=keep][data-sure]") {
            let _ = button.remove_attribute(SURE);
            button.set_text_content(Some(keep_label(self.fields().count())));
        }
    }
}

/// Marks the button that keeps once it was said that it replaces.
const SURE: &str = "data-sure";

const NO_STORAGE: &str = "<section><h3>Kept in this browser</h3><p class=\"notes calm\">This browser keeps nothing for the page. \
    Links and files work all the same.</p></section>";

fn keep_label(count: usize) -> &'static str {
    if count > 1 { "Keep these plans" } else { "Keep this plan" }
}

/// The field for the name of a plan, with its number where there are several.
fn name_field(part: Markup, number: Option<usize>, name: &str) -> Markup {
    let number = number.map(|number| number.to_string()).unwrap_or_default();
    let part = part.tags("<p class=\"name\"><label for=\"share-name").text(&number).tags("\">Name");
    let part = part.tags(if number.is_empty() { "" } else { " of plan " }).text(&number);
    let part = part.tags("</label> <input id=\"share-name").text(&number);
    let part = part
        .tags("\" class=\"plan-name\" data-enter=\"keep\" maxlength=\"60\" autocomplete=\"off\" value=\"");
    part.text(name).tags("\"></p>")
}

fn list(plans: &[Scenario], removed: Option<&(usize, Scenario)>) -> String {
    let mut part = Markup::new();
    if let Some((_, plan)) = removed {
        part = part.tags(
            "<p class=\"tools\"><button class=\"button\" type=\"button\" data-do=\"undo\">Undo: keep “",
        );
        part = part.text(plan.name()).tags("” again</button></p>");
    }
    if plans.is_empty() {
        return part.tags("<p class=\"hint\">No plan is kept here yet.</p>").finish();
    }
    let part = part.tags("<ul class=\"plans\">").each(plans, row).tags("</ul>");
    part.tags(
        "<p class=\"tools\"><button class=\"button\" type=\"button\" data-do=\"all\">Export all</button></p>",
    )
    .finish()
}

fn row(list: Markup, plan: &Scenario) -> Markup {
    let list = list.tags("<li data-name=\"").text(plan.name()).tags("\"><p><strong><bdi>").text(plan.name());
    let list = list.tags("</bdi></strong> ").text(&answer(plan)).tags("</p><p class=\"tools\">");
    let actions = [("open", "Open"), ("beside", "Add beside"), ("rename", "Rename"), ("remove", "Remove")];
    let button = |list: Markup, (command, label): (&'static str, &'static str)| {
        let list = list.tags("<button class=\"button\" type=\"button\" data-do=\"").tags(command);
        // There are as many as plans, and each is called by what it does with which.
        let list = list.tags("\" aria-label=\"").tags(label).tags(": ").text(plan.name());
        list.tags("\">").tags(label).tags("</button>")
    };
    actions.into_iter().fold(list, button).tags("</p></li>")
}

fn begin_to_rename(row: &Element, plan: &Scenario) {
    let form = Markup::new().tags("<p class=\"tools\"><input aria-label=\"New name of ").text(plan.name());
    let form = form
        .tags("\" data-enter=\"name\" data-escape=\"cancel\" maxlength=\"60\" autocomplete=\"off\" value=\"");
    let form = form.text(plan.name()).tags(
        "\"><button class=\"button\" type=\"button\" data-do=\"name\">Save name</button>\
         <button class=\"button\" type=\"button\" data-do=\"cancel\">Cancel</button></p>",
    );
    row.set_inner_html(&form.finish());
    if let Some(field) = within(row, "input").next() {
        field.unchecked_ref::<HtmlInputElement>().select();
        focus(Some(field));
    }
}

fn quoted(plan: &Scenario) -> String {
    ["“", plan.name(), "”"].concat()
}

fn quotes(plans: &[Scenario]) -> String {
    plans.iter().map(quoted).collect::<Vec<_>>().join(", ")
}

fn refused(refusal: &Refusal, what: &str) -> String {
    match refusal {
        Refusal::Full => [
            "This browser has no room left: nothing was changed for ",
            what,
            ". Remove a plan, or save this one as a file.",
        ]
        .concat(),
        Refusal::Many => {
            let most = shelf::MOST.to_string();
            ["At most ", &most, " plans are kept: nothing was changed for ", what, ". Remove one first."]
                .concat()
        }
    }
}
