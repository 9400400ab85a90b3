//! The part of the dialog that puts a plan into other people's pages: five forms, each with its text and a look at it.

use super::dialog::Dialog;
use super::file;
use super::subject::Subject;
use crate::dom::attribute;
use crate::markup::Markup;
use crate::page::Page;
use export::{Calculator, Card, Form};
use web_sys::Element;

/// The part: a choice of forms. What was chosen fills the places below it.
pub(super) fn part(subject: &Subject) -> String {
    let mut part = Markup::new().tags(
        "<section class=\"docs\"><h3>In your pages</h3><fieldset class=\"forms\"><legend class=\"unseen\">Form</legend>",
    );
    for form in Form::ALL {
        part = part.tags("<label><input type=\"radio\" name=\"share-form\" value=\"").text(form.name());
        part = part.tags("\"><span>").text(form.name()).tags("</span></label>");
    }
    part = part.tags("</fieldset><div class=\"chosen\"></div>");
    if subject.scenarios.all().len() > 1 {
        part = part.tags(
            "<p class=\"hint\">These forms are of one plan, the first. “Copy as Markdown” above holds all of them.</p>",
        );
    }
    part.tags("</section>").finish()
}

/// The form of a name.
pub(super) fn named(name: &str) -> Option<Form> {
    Form::ALL.into_iter().find(|form| form.name() == name)
}

/// The card of what is shared, on the calculator of the page.
fn card(subject: &Subject) -> Option<Card> {
    let calculator = if subject.is_of(Page::Ttft) { Calculator::Ttft } else { Calculator::Fleet };
    Some(Card::of(subject.scenarios.all().first()?, calculator, &subject.site))
}

impl Dialog {
    /// Shows a form: what it is for, its text, and what a reader will see.
    pub(super) fn show_form(&self, form: Form) {
        let (Some(place), Some(card)) = (self.find(".docs .chosen"), card(&Subject::now())) else { return };
        let text = card.write(form);
        let mut shown = Markup::new().tags("<p class=\"hint\">").text(form.meaning()).tags("</p>");
        shown = shown
            .tags("<textarea id=\"share-form-text\" rows=\"6\" readonly spellcheck=\"false\" aria-label=\"");
        shown = shown
            .text(form.name())
            .tags(" to be pasted\">")
            .text(&text)
            .tags("</textarea><p class=\"tools\">");
        shown = shown.tags("<button class=\"button\" type=\"button\" data-do=\"copy-form\">Copy</button>");
        if form == Form::Image {
            shown = shown.tags(
                "<button class=\"button\" type=\"button\" data-do=\"save-picture\">Save the picture</button>",
            );
        }
        shown = shown.tags("</p><figure class=\"look\"><figcaption>How it looks</figcaption>");
        let shown = look(shown, form, &card).tags("</figure>");
        place.set_inner_html(&shown.finish());
    }

    /// Copies the text of the form that is shown.
    pub(super) fn copy_form(&'static self) {
        let Some(field) = self.find("#share-form-text") else { return };
        let text = field.text_content().unwrap_or_default();
        self.copy(self.form().map_or("Text", Form::name), text, "#share-form-text");
    }

    /// Hands over the picture.
    pub(super) fn save_picture(&self, subject: &Subject) {
        let Some(card) = card(subject) else { return };
        let is_saved = file::save_as("image/svg+xml", &card.picture(), &card.file()).is_some();
        let said = if is_saved { "Handed over as " } else { "This browser did not take the file " };
        self.say(&[said, &card.file(), "."].concat());
    }

    fn form(&self) -> Option<Form> {
        let chosen: Element = self.find(".forms input:checked")?;
        named(&attribute(&chosen, "value"))
    }
}

/// What a reader of the page will see.
fn look(shown: Markup, form: Form, card: &Card) -> Markup {
    match form {
        Form::Element | Form::Frame => shown
            .tags("<iframe loading=\"lazy\" title=\"Preview\" src=\"")
            .text(&card.embed())
            .tags("\"></iframe>"),
        Form::Markdown => {
            let mut table =
                shown.tags("<p><strong>").text(card.headline()).tags("</strong></p><table><tbody>");
            for tile in card.figures() {
                table =
                    table.tags("<tr><th scope=\"row\">").text(tile.label).tags("</th><td>").text(&tile.text);
                table = table.tags("</td><td>").text(&tile.note).tags("</td></tr>");
            }
            open(table.tags("</tbody></table>"), card)
        }
        Form::Mermaid => {
            let mut flow = shown.tags("<div class=\"flow\"><p>").text(card.load()).tags("</p><ul>");
            for tile in card.figures() {
                flow = flow.tags("<li>").text(tile.label).tags("<br>").text(&tile.text).tags("</li>");
            }
            open(flow.tags("</ul></div><p>").text(card.headline()).tags("</p>"), card)
        }
        Form::Image => {
            let picture = String::from(js_sys::encode_uri_component(&card.picture()));
            let shown = shown.tags("<img alt=\"").text(card.headline());
            shown.tags("\" src=\"data:image/svg+xml,").text(&picture).tags("\">")
        }
    }
}

fn open(shown: Markup, card: &Card) -> Markup {
    shown.tags("<p><a href=\"").text(&card.link()).tags("\">Open in Headroom</a></p>")
}
