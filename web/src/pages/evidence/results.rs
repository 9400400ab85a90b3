//! What the files say.

use super::beside::{beside, kept, offers};
use super::columns::ColumnsForm;
use super::desk::Desk;
use crate::chart::{ChartFigure, table};
use crate::controls::LiveRegion;
use crate::markup::{Live, Markup};
use crate::results::{list, plain_tile, progress};
use leptos::prelude::*;
use present::chart::Chart;
use present::evidence::CHARTS;
use std::sync::Arc;
use web_sys::{Element, MouseEvent};
use worker::{AgreementShown, COMPARED, FileShown, Sheet};

/// The column of results.
#[component]
pub fn EvidenceResults(
    /// What is shown.
    desk: Desk,
) -> impl IntoView {
    let of_file = move |of: fn(&FileShown) -> String| {
        Signal::derive(move || {
            desk.sheet.with(|sheet| sheet.files.get(desk.chosen.get()).map(of)).unwrap_or_default()
        })
    };
    let of_sheet = move |of: fn(&Sheet) -> String| Signal::derive(move || desk.sheet.with(of));
    let charts: Vec<_> = CHARTS
        .into_iter()
        .enumerate()
        .map(|(place, id)| {
            let chart = Signal::derive(move || {
                desk.sheet.with(|sheet| {
                    sheet.files.get(desk.chosen.get())?.shown.charts.get(place).cloned().map(Arc::new)
                })
            });
            view! { <ChartFigure id chart/> }
        })
        .collect();
    let compared: Vec<_> = COMPARED
        .into_iter()
        .map(|id| {
            let is = move |chart: &&Chart| chart.id == id;
            let find = move |agreement: &AgreementShown| agreement.charts.iter().find(is).cloned();
            let chart = Signal::derive(move || {
                desk.sheet.with(|sheet| sheet.beside.agreement.as_ref().and_then(find).map(Arc::new))
            });
            view! { <ChartFigure id chart/> }
        })
        .collect();
    let kept_line = Signal::derive(move || desk.sheet.with(|sheet| kept(sheet, desk.is_kept.get())));
    let tabs = Signal::derive(move || desk.sheet.with(|sheet| tabs(sheet, desk.chosen.get())));
    view! {
        <div class="results served">
            <div class="live say" on:click=move |_| _ = desk.give_up() inner_html=Signal::derive(move || progress(&desk.busy.read()))></div>
            <Live markup=of_sheet(nothing_yet)/>
            <Live markup=of_sheet(beside)/>
            <Live markup=kept_line/>
            <div class="charts">{compared}</div>
            <div class="live" on:click=move |event| choose(desk, &event) inner_html=tabs></div>
            <Live markup=of_file(first)/>
            <ColumnsForm desk/>
            <Live markup=of_file(known)/>
            <div class="charts">{charts}</div>
            <Live markup=of_file(rest)/>
            <LiveRegion text=of_sheet(spoken)/>
        </div>
    }
}

fn nothing_yet(sheet: &Sheet) -> String {
    if !sheet.files.is_empty() {
        return String::new();
    }
    String::from(
        "<p class=\"reason ok\"><strong>No file yet.</strong> A load test is held against the plan of the address, within 20%. A trace \
         gives the plan its workload, a config its model, and a log or /metrics what the engine really does.</p>",
    )
}

/// What is said when it changes.
fn spoken(sheet: &Sheet) -> String {
    let verdict = sheet.beside.agreement.as_ref().map(|agreement| agreement.verdict.clone());
    verdict.or_else(|| sheet.files.last().map(|file| file.shown.headline.clone())).unwrap_or_default()
}

/// The files by name, where there are several.
fn tabs(sheet: &Sheet, chosen: usize) -> String {
    if sheet.files.len() < 2 {
        return String::new();
    }
    let mut tabs = Markup::new().tags("<h2>Files</h2><p class=\"tools files\">");
    for (place, file) in sheet.files.iter().enumerate() {
        tabs = tabs.tags("<button class=\"button\" type=\"button\" data-place=\"").text(&place.to_string());
        tabs = tabs.tags(if place == chosen {
            "\" aria-pressed=\"true\">"
        } else {
            "\" aria-pressed=\"false\">"
        });
        tabs = tabs.text(&file.name).tags("</button>");
    }
    tabs.tags("</p>").finish()
}

fn choose(desk: Desk, event: &MouseEvent) {
    let button = event_target::<Element>(event).closest("[data-place]").ok().flatten();
    let place = button.and_then(|button| button.get_attribute("data-place")?.parse().ok());
    if let Some(place) = place {
        desk.chosen.set(place);
    }
}

/// What a file is, and its most important figures.
fn first(file: &FileShown) -> String {
    let shown = &file.shown;
    let mut first = Markup::new()
        .tags("<h2>")
        .text(&file.name)
        .tags("</h2><p class=\"calm\">By its content: ")
        .text(&shown.kind);
    first = first.tags(".</p><p class=\"reason ok\">").text(&shown.headline).tags("</p>");
    if !shown.tiles.is_empty() {
        first = first.tags("<div class=\"verdict measured\">");
        for tile in &shown.tiles {
            first = plain_tile(first, &tile.label, &tile.text, &tile.note);
        }
        first = first.tags("</div>");
    }
    first.finish()
}

/// What to know before using them, and what the plan can take.
fn known(file: &FileShown) -> String {
    // The headline may be the first note already.
    let is_new = |note: &&String| **note != file.shown.headline;
    let notes: Vec<String> = file.shown.notes.iter().filter(is_new).cloned().collect();
    list("What to know of this file", &notes) + &offers(&file.taken)
}

fn rest(file: &FileShown) -> String {
    file.shown.tables.iter().filter(|one| !one.rows.is_empty()).map(table).collect()
}
