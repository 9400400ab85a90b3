//! The forms that are text alone.

use super::Card;
use crate::markdown::{escaped, link};
use present::mermaid_label;

impl Card {
    pub(super) fn markdown(&self) -> String {
        let mut text = format!("**{}**\n\n| | | |\n|---|--:|---|\n", escaped(&self.headline));
        for tile in &self.tiles {
            text +=
                &format!("| {} | {} | {} |\n", escaped(tile.label), escaped(&tile.text), escaped(&tile.note));
        }
        text + &format!("\n{} ({})\n", link("in Headroom", &self.link()), escaped(&self.load))
    }

    /// The load, and an arrow from it to each figure. The link stands below: where Mermaid is drawn for strangers, its own are off.
    pub(super) fn mermaid(&self) -> String {
        let mut text = format!("```mermaid\nflowchart LR\n  load[\"{}\"]\n", mermaid_label(&self.load));
        for (place, tile) in self.tiles.iter().enumerate() {
            let (name, figure) = (mermaid_label(tile.label), mermaid_label(&tile.text));
            text += &format!("  load --> f{place}[\"{name}<br/>{figure}\"]\n");
        }
        text + &format!("```\n\n{} {}\n", escaped(&self.headline), link("in Headroom", &self.link()))
    }

    pub(super) fn image(&self) -> String {
        format!("[![{}]({})](<{}>)\n", escaped(&self.headline), self.file(), self.link())
    }
}
