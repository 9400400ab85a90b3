//! A sizing as formatted figures, chart specs, tables and sentences.
