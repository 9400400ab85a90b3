//! Pictures of a page's charts, for readers without the program.

use crate::markup::Markup;
use crate::page::Page;
use leptos::prelude::*;
use present::chart::{Chart, SIZE, svg};
use std::sync::{Arc, Mutex, PoisonError};

/// A picture as a file of the site.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Where it lies below the site's root: "charts/fleet-chart-tpot.svg".
    pub place: String,
    /// Its text.
    pub svg: String,
}

/// Takes the pictures of the charts on a page while it is rendered.
#[derive(Clone)]
pub(crate) struct Gallery {
    page: Page,
    pictures: Arc<Mutex<Vec<Picture>>>,
}

impl Gallery {
    /// An empty one, for the components of `page` to find.
    pub(crate) fn open(page: Page) -> Self {
        let gallery = Self { page, pictures: Arc::default() };
        provide_context(gallery.clone());
        gallery
    }

    /// What has been put in.
    pub(crate) fn close(self) -> Vec<Picture> {
        std::mem::take(&mut *self.pictures.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn put(&self, chart: &Chart) -> String {
        let place = format!("charts/{}-{}.svg", self.page.name(), chart.id);
        let address = self.page.root() + &place;
        let picture = Picture { place, svg: svg(chart, SIZE, "") };
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner).push(picture);
        address
    }
}

/// The picture of `chart` where no script runs; whoever has the program never asks for it.
pub(super) fn without_program(chart: Option<Arc<Chart>>) -> Option<impl IntoView> {
    let chart = chart?;
    let address = use_context::<Gallery>()?.put(&chart);
    let picture = Markup::new().tags("<img class=\"picture\" alt=\"").text(&chart.title).tags(". ");
    let picture = picture.text(&chart.takeaway()).tags("\" src=\"").text(&address).tags("\">").finish();
    Some(view! { <noscript inner_html=picture></noscript> })
}
