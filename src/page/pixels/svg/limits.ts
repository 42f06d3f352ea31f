/** What an SVG may hold; whatever has more is refused. */
export const limits = {
  /** Of the file, of what a gzipped file unpacks to, and of the result. */
  bytes: 512 * 1024,
  elements: 5000,
  depth: 64,
  /** Stops of all gradients; every pixel painted looks for its own among them. */
  stops: 1000,
  /** Elements drawn through `use`, patterns, masks, clip paths and markers. */
  expanded: 2000,
  doctypeCharacters: 8 * 1024,
  entityCharacters: 64 * 1024,
  cssCharacters: 64 * 1024,
  cssRules: 2000,
  /** Selectors and blocks, counted before anything is parsed. */
  cssPieces: 6000,
  /** Selector comparisons and value pieces; stops whatever CSS would explode. */
  cssSteps: 250_000,
  /** One coordinate, size or scale. Real icons stay far below. */
  coordinate: 1e6,
  imageBytes: 256 * 1024,
  imagePixels: 2_000_000,
  textCharacters: 2000,
} as const
