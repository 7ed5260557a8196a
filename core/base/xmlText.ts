/** Replaces characters that XML 1.0 can't contain, even escaped. */
const held = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (char) => ("\t\n\r".includes(char) ? char : "\ufffd"))

/** Escapes text for XML elements and attributes, including line breaks. */
export const xmlText = (text: string): string =>
  held(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;")
    .replaceAll("\t", "&#9;")
