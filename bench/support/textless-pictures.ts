import sharp, { type Sharp } from 'sharp'

type Random = () => number
type Maker = (random: Random) => Sharp | string

const [width, height] = [1_000, 750]
/** As they are sent: what Tesseract looks for in noise takes long. */
const sentWidth = 640

/**
 * Pictures without a letter, some of which are easily taken for text: rows of strokes, barcodes,
 * leaves, bricks. Always the same for the same number.
 */
export const textlessPicture = async (number: number): Promise<{ name: string; bytes: Buffer }> => {
  let state = number * 2_654_435_761 + 99_991
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const names = Object.keys(makers)
  const name = names[number % names.length] as string
  const made = (makers[name] as Maker)(random)
  const picture = typeof made === 'string' ? sharp(Buffer.from(svgOf(made))) : made
  const small = sharp(await picture.flatten({ background: '#fff' }).png().toBuffer()).resize(
    sentWidth,
  )
  const bytes = await (number % 2 === 0 ? small.png() : small.jpeg({ quality: 60 })).toBuffer()
  return { name, bytes }
}

const svgOf = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const tone = (random: Random): string =>
  `rgb(${[0, 1, 2].map(() => Math.floor(random() * 256)).join(',')})`

/** Noise of a grain, from single points to clouds. */
const noise = (random: Random, grain: number): Sharp => {
  const [across, down] = [Math.ceil(width / grain), Math.ceil(height / grain)]
  const pixels = Buffer.from(Array.from({ length: across * down * 3 }, () => random() * 256))
  return sharp(pixels, { raw: { width: across, height: down, channels: 3 } }).resize(
    width,
    height,
    {
      kernel: 'cubic',
    },
  )
}

const makers: Record<string, Maker> = {
  blank: random =>
    sharp({
      create: {
        ...{ width, height, channels: 3 as const },
        background: { r: 235 + random() * 20, g: 235 + random() * 20, b: 230 + random() * 20 },
      },
    }),
  gradient: random =>
    `<linearGradient id="g" x2="${random()}" y2="${random()}"><stop stop-color="${tone(random)}"/><stop offset="1" stop-color="${tone(random)}"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/>`,
  points: random => noise(random, 1),
  grain: random => noise(random, 5 + random() * 10),
  clouds: random => noise(random, 60 + random() * 80),
  photograph: random =>
    noise(random, 180).composite([
      {
        input: Buffer.from(
          svgOf(
            `<rect width="100%" height="55%" fill="${tone(random)}"/>${times(40, () => `<path d="M${random() * width} ${height} q${random() * 60 - 30} ${-random() * 300} ${random() * 120 - 60} ${-200 - random() * 400}" stroke="${tone(random)}" stroke-width="${2 + random() * 24}" fill="none"/>`)}`,
          ),
        ),
        blend: 'multiply',
      },
    ]),
  shapes: random =>
    times(12, () =>
      random() < 0.5
        ? `<circle cx="${random() * width}" cy="${random() * height}" r="${20 + random() * 120}" fill="${tone(random)}"/>`
        : `<rect x="${random() * width}" y="${random() * height}" width="${random() * 300}" height="${random() * 200}" fill="none" stroke="${tone(random)}" stroke-width="${1 + random() * 9}"/>`,
    ),
  bars: random => {
    const bars = times(14, at => {
      const tall = 40 + random() * 550
      return `<rect x="${80 + at * 60}" y="${680 - tall}" width="40" height="${tall}" fill="${tone(random)}"/>`
    })
    return `${bars}<path d="M60 40V680H960" stroke="#000" fill="none" stroke-width="3"/>`
  },
  curve: random =>
    `<path d="M60 40V680H960" stroke="#000" fill="none" stroke-width="3"/>${times(5, at => `<path d="M60 ${120 * (at + 1)}H960" stroke="#ccc"/>`)}<polyline fill="none" stroke="${tone(random)}" stroke-width="4" points="${times(30, at => `${60 + at * 30},${100 + random() * 500} `)}"/>`,
  pie: random =>
    times(8, at => {
      const turn = (at * Math.PI) / 4
      const point = (angle: number) =>
        `${500 + 300 * Math.cos(angle)} ${375 + 300 * Math.sin(angle)}`
      return `<path d="M500 375L${point(turn)}A300 300 0 0 1 ${point(turn + Math.PI / 4)}Z" fill="${tone(random)}"/>`
    }),
  bricks: random =>
    times(
      150,
      at =>
        `<rect x="${(at % 10) * 104 - (Math.floor(at / 10) % 2) * 50}" y="${Math.floor(at / 10) * 52}" width="98" height="46" fill="rgb(${150 + random() * 60},${60 + random() * 40},50)"/>`,
    ),
  leaves: random =>
    times(
      500,
      () =>
        `<ellipse cx="${random() * width}" cy="${random() * height}" rx="${4 + random() * 30}" ry="${2 + random() * 10}" transform="rotate(${random() * 90} ${random() * width} ${random() * height})" fill="rgb(${random() * 90},${80 + random() * 150},${random() * 70})"/>`,
    ),
  wood: random =>
    times(
      90,
      at =>
        `<path d="M0 ${at * 9} q250 ${random() * 40 - 20} 500 0 t500 ${random() * 20}" stroke="rgb(${120 + random() * 70},${70 + random() * 40},30)" stroke-width="${2 + random() * 6}" fill="none"/>`,
    ),
  checks: random => {
    const [side, fill] = [12 + Math.floor(random() * 50), tone(random)]
    return times(600, at => {
      const [column, row] = [at % 30, Math.floor(at / 30)]
      return (column + row) % 2 === 0
        ? `<rect x="${column * side}" y="${row * side}" width="${side}" height="${side}" fill="${fill}"/>`
        : ''
    })
  },
  barcode: random => {
    let x = 120
    return times(90, () => {
      const wide = 2 + Math.floor(random() * 4) * 2
      x += wide + 2 + Math.floor(random() * 3) * 2
      return `<rect x="${x}" y="200" width="${wide}" height="300"/>`
    })
  },
  matrix: random =>
    times(33 * 33, at =>
      random() < 0.5
        ? `<rect x="${200 + (at % 33) * 14}" y="${120 + Math.floor(at / 33) * 14}" width="14" height="14"/>`
        : '',
    ),
  squared: () =>
    times(50, at => `<path d="M0 ${at * 20}H${width}M${at * 20} 0V${height}" stroke="#9bd"/>`),
  hatching: random =>
    times(
      400,
      () =>
        `<path d="M${random() * width} ${random() * height}l${random() * 30} ${-random() * 60}" stroke="#222" stroke-width="${1 + random() * 3}"/>`,
    ),
  /** Strokes of the size of letters in rows, as text that is too small to read looks. */
  strokes: random =>
    times(700, at => {
      const [x, y] = [60 + (at % 50) * 18, 80 + Math.floor(at / 50) * 44]
      return `<path d="M${x} ${y}l${random() * 10} ${-random() * 18}l${random() * 8 - 4} ${random() * 14}" stroke="#111" stroke-width="2" fill="none"/>`
    }),
  halftone: random => {
    const turn = random() * 6
    return times(2_400, at => {
      const [x, y] = [(at % 60) * 17, Math.floor(at / 60) * 19]
      return `<circle cx="${x}" cy="${y}" r="${4 + 4 * Math.sin(x / 160 + turn) * Math.cos(y / 130)}"/>`
    })
  },
  map: random =>
    times(
      40,
      () =>
        `<path d="M${random() * width} ${random() * height}q${random() * 400 - 200} ${random() * 300 - 150} ${random() * 500 - 250} ${random() * 400 - 200}" stroke="${tone(random)}" stroke-width="${1 + random() * 7}" fill="none"/>`,
    ),
  icons: random =>
    times(24, at => {
      const [x, y] = [90 + (at % 6) * 150, 90 + Math.floor(at / 6) * 170]
      return random() < 0.5
        ? `<path d="M${x} ${y + 50}l45 -70l45 70z M${x + 20} ${y + 50}v50h50v-50" fill="none" stroke="#333" stroke-width="7"/>`
        : `<circle cx="${x + 45}" cy="${y + 25}" r="26" fill="#333"/><path d="M${x} ${y + 100}a45 45 0 0 1 90 0z" fill="#333"/>`
    }),
  dust: random =>
    times(
      160,
      () =>
        `<circle cx="${random() * width}" cy="${random() * height}" r="${0.5 + random() * 2.5}" fill="#555"/>`,
    ),
  rules: () =>
    times(16, at => `<path d="M80 ${80 + at * 40}H920" stroke="#678" stroke-width="2"/>`),
  table: random =>
    times(
      60,
      at =>
        `<rect x="${60 + (at % 6) * 145}" y="${60 + Math.floor(at / 6) * 60}" width="145" height="60" fill="${random() < 0.2 ? '#dde' : '#fff'}" stroke="#333" stroke-width="2"/>`,
    ),
}

export const textlessCount = 2 * Object.keys(makers).length
