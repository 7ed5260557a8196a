/**
 * The default font size of browsers. Sizes in the console are in pixels at this one, and grow with the font size that the user has
 * set, as zooming does.
 */
export const defaultFontSize = 16

/** Styles with their pixels in rem, also in media queries. Lines of one pixel stay thin. */
export const inRem = (styles: string): string =>
  styles.replace(/(?<![\w.-])(-?\d*\.?\d+)px\b/g, (px, size: string) =>
    px === "1px" ? px : `${Number(size) / defaultFontSize}rem`
  )
