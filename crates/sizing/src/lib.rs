//! The equations of LLM-serving capacity: from a valid plan to a fleet and its cost.
