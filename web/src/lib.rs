//! The pages, for the browser and for the prerenderer.
