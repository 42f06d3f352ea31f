import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaMatches } from '../../../src/page/css/media.ts'
import { parseMedia } from '../../../src/page/css/parse.ts'
import { pseudoClassesIn } from '../../../src/page/css/pseudo-classes.ts'

const holds = (query: string, theme: 'light' | 'dark' = 'light', widthPx = 100): boolean => {
  const list = parseMedia(query)
  assert.ok(list, query)
  return mediaMatches(list, theme, widthPx)
}

test('queries that hold for an icon of a hundred pixels, and queries that do not', () => {
  const yes = [
    ...['all', 'screen', 'SCREEN', 'not print', 'print, screen', 'only screen'],
    ...['(width)', '(color)', '(min-width: 100px)', '(max-width: 100px)', '(width: 100px)'],
    ...['(min-height: 99px)', '(device-width: 100px)', '(max-device-height: 101px)'],
    ...['(width >= 100px)', '(width <= 100px)', '(width > 99px)', '(width < 101px)'],
    ...['(100px <= width)', '(99px < width)', '(101px > width)'],
    ...['(100px >= width)', '(99px < width <= 100px)', '(99px < width < 101px)'],
    ...['(min-width: 6em)', '(min-width: 6.25rem)', '(max-width: 75pt)', '(min-width: 1in)'],
    ...[
      '(min-width: 2.5cm)',
      '(min-width: 26mm)',
      '(aspect-ratio: 1/1)',
      '(min-aspect-ratio: 1/2)',
    ],
    ...['(resolution: 1dppx)', '(resolution: 1x)', '(min-resolution: 96dpi)', '(color: 8)'],
    ...['(-webkit-min-device-pixel-ratio: 1)', '(orientation: portrait)', '(update: fast)'],
    ...['(prefers-color-scheme: light)', '(PREFERS-COLOR-SCHEME: LIGHT)', '(prefers-color-scheme)'],
    ...['(hover: none)', '(prefers-reduced-motion: no-preference)', '(update)'],
    ...['screen and (min-width: 9px)', '(min-width: 9px) and (max-width: 100px)'],
    ...['(min-width: 900px) or (max-width: 100px)', 'not all and (min-width: 900px)'],
    ...['not (min-width: 900px)', '(not (min-width: 900px)) and (color)', 'not print and (color)'],
    '((min-width: 9px) and (color)) or (grid)',
    '(unknown: 1) or (color)',
  ]
  const no = [
    ...['print', 'not all', 'not screen', 'speech', '(grid)', '(monochrome)', '(hover)'],
    ...['(prefers-reduced-motion)', '(min-width: 101px)', '(max-width: 99px)', '(width: 99px)'],
    ...['(width > 100px)', '(width < 100px)', '(width >= 101px)', '(width <= 99px)'],
    ...['(101px <= width)', '(100px < width)', '(100px > width)'],
    ...['(99px >= width)', '(100px < width <= 101px)', '(99px < width < 100px)'],
    ...['(min-width: 7em)', '(min-width: 76.1pt)', '(aspect-ratio: 2/1)', '(color: 9)'],
    ...['(prefers-color-scheme: dark)', '(hover: hover)', '(orientation: landscape)'],
    ...[
      '(prefers-color-scheme: 1)',
      'print and (color)',
      '(color) and (grid)',
      '(grid) or (hover)',
    ],
    ...['not (color)', 'not all and (color)', '(min-width: 1furlong)'],
    // What nobody knows neither holds nor fails, whatever is said of it.
    ...['(unknown)', 'not (unknown)', '(unknown: 1)', '(unknown: 1) and (color)'],
    ...['not all and (unknown: 1)', '(1px < unknown)', '(aspect-ratio: 1/0)'],
  ]
  for (const query of yes) assert.ok(holds(query), query)
  for (const query of no) assert.ok(!holds(query), query)
})

test('the theme and the width are those that are asked for', () => {
  assert.ok(holds('(prefers-color-scheme: dark)', 'dark'))
  assert.ok(!holds('(prefers-color-scheme: light)', 'dark'))
  assert.ok(holds('(min-width: 200px)', 'light', 200))
})

test('the pseudo-classes of selectors that a browser would take', () => {
  const cases: [selector: string, names: string[] | undefined][] = [
    ['a', []],
    ['a:hover, b:Focus', ['hover', 'focus']],
    ['a:not(:hover) > b', ['not', 'hover']],
    ['a:has(> b:empty)', ['has', 'empty']],
    ['a + b ~ c d', []],
    ['#a', []],
    ['', undefined],
    ['a,', undefined],
    ['a >', undefined],
    ['> a', undefined],
    ['a > > b', undefined],
    ['a:not(> b)', undefined],
    ['a:has(b >)', undefined],
    ['#1a', undefined],
    ['#-1a', undefined],
    ['a::before', undefined],
    ['& a', undefined],
    ['a || b', undefined],
  ]
  for (const [selector, names] of cases)
    assert.deepEqual(pseudoClassesIn(selector), names, selector)
})
