import { cssOf, type Painter } from '../../../page/css/paint.ts'
import type { Snapshot, Surface, TextGroup } from '../page/snapshot.ts'
import { familyOf } from './families.ts'
import { ownCharacters } from './text.ts'
import { type Sight, selectorOf } from './walk.ts'

const maxGroups = 300

/** Collects what text and surfaces are painted in, so that a page of any length is a few groups. */
export const createCounts = (painter: Painter) => {
  const texts = new Map<string, TextGroup>()
  const surfaces = new Map<string, Surface>()

  const addText = (sight: Sight) => {
    const { element, style, context, overlay, region } = sight
    const characters = ownCharacters(element)
    if (characters === 0) return
    const color = cssOf(painter.text(style))
    const fill = painter.fill(style)
    const on = fill ? cssOf(fill) : (sight.backdrop[0] ?? '')
    const family = familyOf(style)
    const key = [color, on, context, overlay, region, family].join('|')
    const group = texts.get(key)
    if (group) {
      group.characters += characters
      group.count++
    } else if (texts.size < maxGroups)
      texts.set(key, {
        ...{ context, color, on, overlay, region, characters, count: 1 },
        ...{ family, sizePx: 16, weight: 400, lineHeightPx: null, letterSpacingPx: null },
        ...{ transform: 'none', sample: 0, selector: selectorOf(element) },
      })
  }
  const addSurface = ({ element, style, overlay }: Sight) => {
    const fill = painter.fill(style)
    if (!fill) return
    const value = cssOf(fill)
    const surface = surfaces.get(`${value}|${overlay}`)
    if (surface) surface.count++
    else if (surfaces.size < maxGroups)
      surfaces.set(`${value}|${overlay}`, {
        ...{ value, overlay, count: 1, selector: selectorOf(element) },
        // Areas need a layout; without one no surface covers the page.
        ...{ areaPx: 0, largestPx: 0 },
      })
  }
  return {
    add(sight: Sight) {
      addText(sight)
      addSurface(sight)
    },
    result: (): Pick<Snapshot, 'texts' | 'surfaces'> => ({
      texts: [...texts.values()],
      surfaces: [...surfaces.values()],
    }),
  }
}
