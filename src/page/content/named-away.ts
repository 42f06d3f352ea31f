import type { Block, Region } from './blocks.ts'
import type { PageView } from './view.ts'

/**
 * Whether the markup around a block, up to the element that it shares with the headline, calls it a
 * footer or related.
 */
export const isNamedAway = ({ headline }: PageView, { region }: Block): boolean => {
  for (let at: Region | undefined = region; at; at = at.parent) {
    if (headline >= at.first && headline < at.end) return false
    const { class: names = '', id = '' } = at.element.attributes
    if (awayName.test(`${names} ${id}`.slice(0, maxNameChars))) return true
  }
  return false
}
const maxNameChars = 200

/** A whole word of a name: `site-footer`, `templateFooter`. */
const awayName =
  /(?:^|[\s_-])(?:foot|footer|copyright|legal|related|similar|recommended)(?=$|[\sA-Z_-])|[a-z]Footer(?![a-z])/
