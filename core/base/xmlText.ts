/** What XML 1.0 cannot hold, also escaped, becomes the replacement character. */
const held = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (char) => ("\t\n\r".includes(char) ? char : "\ufffd"))

/** Text as it stands in XML, in an element or an attribute, line breaks and all. */
export const xmlText = (text: string): string =>
  held(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;")
    .replaceAll("\t", "&#9;")
