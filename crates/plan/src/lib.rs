//! What a person said, made into a valid plan: links, forms, presets.
