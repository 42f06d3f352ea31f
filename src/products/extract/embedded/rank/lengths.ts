/** How many characters a text of a page has at most, to be what it is taken for. */
export const maxChars = {
  label: 40,
  /** What somebody or something is called. */
  name: 60,
  /** A heading, a caption, the title of a list. */
  title: 80,
  /** A line of a card; a longer one tells something. */
  line: 100,
  /** A line that tells one or two things. */
  told: 200,
  /** What of a paragraph is searched by patterns. */
  text: 2000,
} as const
