import { test } from 'node:test'
import { measurePixels } from '../../../src/page/pixels/facts.ts'
import { createRandom } from '../../support/random.ts'

type Rgba = readonly [red: number, green: number, blue: number, alpha: number]
const clear: Rgba = [0, 0, 0, 0]
const black: Rgba = [0, 0, 0, 255]
const white: Rgba = [255, 255, 255, 255]
const red: Rgba = [200, 30, 40, 255]
const side = 24

/** A picture, pixel by pixel. */
const draw = (colorAt: (x: number, y: number) => Rgba, width = side, height = side): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: width * height }, (_, at) =>
      colorAt(at % width, Math.floor(at / width)),
    ).flat(),
  )
const isIn = (x: number, y: number, [left, top, right, bottom]: readonly number[]): boolean =>
  x >= (left ?? 0) && x < (right ?? 0) && y >= (top ?? 0) && y < (bottom ?? 0)
const box = (ink: Rgba, edges: readonly number[], ground = clear) =>
  draw((x, y) => (isIn(x, y, edges) ? ink : ground))
const disc = (ink: Rgba, radius: number, ground = clear) =>
  draw((x, y) => (Math.hypot(x - 11.5, y - 11.5) < radius ? ink : ground))

const pictures: Record<string, Uint8Array> = {
  nothing: box(black, []),
  'one pixel': box(black, [3, 4, 4, 5]),
  'two pixels': box(black, [3, 4, 5, 5]),
  'a box off the middle': box(red, [3, 5, 20, 14]),
  'one column at the right': box(red, [23, 0, 24, 24]),
  'one row at the bottom': box(red, [0, 23, 24, 24]),
  'all of one color': box(red, [0, 0, 24, 24]),
  'all but a corner': draw((x, y) => (x + y < 1 ? clear : red)),
  'white on nothing': disc(white, 8),
  'black on nothing': disc(black, 8),
  'red on nothing': disc(red, 8),
  'white on a red square': disc(white, 6, red),
  'white on a red disc': draw((x, y) =>
    Math.hypot(x - 11.5, y - 11.5) < 5 ? white : Math.hypot(x - 11.5, y - 11.5) < 12 ? red : clear,
  ),
  'a hole in a black square': disc(clear, 6, black),
  'a hole in a black disc': draw((x, y) => {
    const far = Math.hypot(x - 11.5, y - 11.5)
    return far < 4 || far >= 12 ? clear : black
  }),
  'a hole in a tile with round corners': draw((x, y) => {
    const corner = Math.hypot(Math.max(0, 5 - x, x - 18), Math.max(0, 5 - y, y - 18))
    return corner > 5 || Math.hypot(x - 11.5, y - 11.5) < 4 ? clear : black
  }),
  'a frame': draw((x, y) => (isIn(x, y, [2, 2, 22, 22]) ? white : black)),
  'a faint disc': disc([20, 20, 20, 15], 8),
  'a disc that is just seen': disc([20, 20, 20, 16], 8),
  'a half transparent disc': disc([20, 20, 20, 127], 8),
  'a disc that is hardly transparent': disc([20, 20, 20, 128], 8),
  'two colors that are nearly one': draw(x =>
    x < 12 ? [100, 100, 100, 255] : [127, 100, 100, 255],
  ),
  'two colors that are two': draw(x => (x < 12 ? [100, 100, 100, 255] : [129, 100, 100, 255])),
  'a tenth of black on grey': draw((_, y) => (y < 3 ? black : [238, 238, 238, 255])),
  'less than a tenth of black on grey': draw((_, y) => (y < 2 ? black : [238, 238, 238, 255])),
  'ten stripes': draw(x => [x * 10, 255 - x * 10, (x * 70) % 256, 255]),
  'a grey that is lost on white': disc([215, 215, 215, 255], 9),
  'a grey that is lost on black': disc([40, 40, 40, 255], 9),
  'a wide line': box(black, [0, 10, 24, 13]),
  letters: draw((x, y) => ((x % 8 < 3 && y > 4 && y < 19) || (y === 11 && x > 3) ? black : clear)),
}

test('what the pixels of a picture say', t => {
  const shown = Object.entries(pictures).map(([name, rgba]) => [name, show(rgba, side, side)])
  const odd = draw((x, y) => (x === 2 && y < 3 ? red : clear), 5, 9)
  t.assert.fileSnapshot(
    Object.fromEntries([...shown, ['five by nine', show(odd, 5, 9)]]),
    'test/fixtures/pixel-facts.json',
  )
})

test('what they say of pictures drawn at random', t => {
  const shown = Array.from({ length: 60 }, (_, seed) => {
    const random = createRandom(seed)
    const inks = Array.from(
      { length: 1 + random.int(3) },
      (): Rgba => [
        ...([0, 1, 2].map(() => random.pick([0, 16, 90, 128, 200, 255])) as [
          number,
          number,
          number,
        ]),
        random.pick([255, 255, 255, 200, 100]),
      ],
    )
    const shapes = inks.map(ink => ({
      ink,
      isRound: random.int(2) > 0,
      edges: [random.int(10), random.int(10), 12 + random.int(13), 12 + random.int(13)],
      radius: 3 + random.int(10),
    }))
    const ground = random.pick([clear, clear, white, black, red])
    const rgba = draw((x, y) => {
      const top = shapes.findLast(({ isRound, edges, radius }) =>
        isRound ? Math.hypot(x - 11.5, y - 11.5) < radius : isIn(x, y, edges),
      )
      return top?.ink ?? ground
    })
    return show(rgba, side, side)
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/pixel-facts-random.json')
})

const show = (rgba: Uint8Array, width: number, height: number): string =>
  JSON.stringify(measurePixels(rgba, width, height), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value,
  )
