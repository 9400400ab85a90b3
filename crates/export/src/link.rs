//! The link back to the page.

use crate::plain::plain;

/// `fragment` behind the address of `page`; alone where there is none.
pub(crate) fn whole(page: &str, fragment: &str) -> String {
    let place = page.split('#').next().unwrap_or_default();
    [&plain(place), "#", fragment].concat()
}

/// What a link says, without where: what stands behind its `#`, or all of it.
pub(crate) fn fragment(link: &str) -> &str {
    link.split_once('#').map_or(link, |(_, fragment)| fragment)
}

/// A key or a value so that nothing in it ends it.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            written.push(char::from(byte));
        } else {
            written += &format!("%{byte:02X}");
        }
    }
    written
}

/// Whether `link` may be followed: an address of the web, written with the characters that addresses have. Anything else is
/// only shown.
pub(crate) fn is_address(link: &str) -> bool {
    let of_the_web = link.starts_with("https://") || link.starts_with("http://");
    of_the_web && link.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\^`{|}()[]".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_followed() {
        assert_eq!(whole("https://example.org/a/#v=1&rate=3", "v=1"), "https://example.org/a/#v=1");
        assert!(is_address("https://example.org/a/?theme=dark#v=1&cached=0.6"));
        for link in
            ["#v=1", "javascript:alert(1)#v=1", "https://a/\"onload=\"x#v=1", "https://a/) b", "data:,#v=1"]
        {
            assert!(!is_address(link), "{link}");
        }
    }
}
