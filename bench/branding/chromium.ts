import { type Browser, chromium, type Page } from 'playwright-core'
import { browserPath } from '../harness/needs.ts'

/** A bare Chromium that sees only the simulated web: paints the truth and hides its origins. */
export type Painter = {
  paint(url: string, scheme?: 'light' | 'dark'): Promise<Painted>
  /** The same picture from hashed classes and inline styles, without a custom property. */
  obfuscate(url: string): Promise<{ html: string; css: string }>
  loadMs(url: string): Promise<number>
  close(): Promise<void>
}

/** Colors as painted in sRGB; the tagged elements of the page. */
export type Painted = {
  action: string
  background: string
  text: string
  link: string
  bodyFont: string
  headingFont: string
  radiusPx: number
}

export const openPainter = async (httpPort: number): Promise<Painter> => {
  const executablePath = browserPath()
  if (!executablePath) throw new Error('bench/branding needs a Chromium')
  const browser = await chromium.launch({
    executablePath,
    args: [`--host-resolver-rules=MAP * 127.0.0.1:${httpPort}`, '--no-sandbox'],
  })
  return {
    paint: (url, scheme = 'light') => onPage(browser, url, scheme, paintIn),
    obfuscate: url => onPage(browser, url, 'light', page => page.evaluate(obfuscation)),
    async loadMs(url) {
      const startedMs = performance.now()
      await onPage(browser, url, 'light', async () => undefined)
      return performance.now() - startedMs
    },
    close: () => browser.close(),
  }
}

const onPage = async <T>(
  browser: Browser,
  url: string,
  colorScheme: 'light' | 'dark',
  work: (page: Page) => Promise<unknown>,
): Promise<T> => {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'load' })
    return (await work(page)) as T
  } finally {
    await context.close()
  }
}

const paintIn = async (page: Page): Promise<Painted> => {
  const painted = (await page.evaluate(painting)) as Painted | string
  if (typeof painted === 'string') throw new Error(`${page.url()}: ${painted}`)
  return painted
}

/** In the page: there is no DOM in the types of this project, so these are texts. */
const painting = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const srgb = color => {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data
    return a === 0 ? undefined : '#' + [r, g, b].map(n => n.toString(16).padStart(2, '0')).join('')
  }
  const styleOf = name => getComputedStyle(document.querySelector('[data-truth=' + name + ']'))
  const family = style => style.fontFamily.split(',')[0].replaceAll('"', '').trim()
  for (const name of ['primary', 'body', 'link', 'heading'])
    if (!document.querySelector('[data-truth=' + name + ']')) return 'has no ' + name
  const [button, body] = [styleOf('primary'), styleOf('body')]
  return {
    action: srgb(button.backgroundColor) ?? '',
    background: srgb(body.backgroundColor) ?? srgb(getComputedStyle(document.documentElement).backgroundColor) ?? '#ffffff',
    text: srgb(body.color), link: srgb(styleOf('link').color),
    bodyFont: family(body), headingFont: family(styleOf('heading')),
    radiusPx: Number.parseFloat(button.borderTopLeftRadius),
  }
})()`

const obfuscation = `(() => {
  const inherited = ['color', 'font-family', 'font-size', 'font-weight', 'font-style', 'line-height',
    'letter-spacing', 'text-align', 'text-transform', 'list-style-type', 'white-space', 'cursor']
  const own = ['display', 'position', 'top', 'left', 'right', 'z-index', 'box-sizing',
    'flex-direction', 'flex-wrap', 'flex-grow', 'flex-shrink', 'flex-basis', 'align-items',
    'justify-content', 'row-gap', 'column-gap', 'grid-template-columns', 'max-width', 'min-height',
    'background-color', 'background-image', 'opacity', 'box-shadow', 'text-decoration-line',
    ...['top', 'right', 'bottom', 'left'].flatMap(side => ['padding-' + side, 'margin-' + side,
      'border-' + side + '-width', 'border-' + side + '-style', 'border-' + side + '-color']),
    'border-top-left-radius', 'border-top-right-radius', 'border-bottom-right-radius', 'border-bottom-left-radius']
  const frame = document.body.appendChild(document.createElement('iframe'))
  const read = (style, names) => Object.fromEntries(names.map(name => [name, style.getPropertyValue(name)]))
  const plain = new Map()
  const plainOf = tag => {
    if (!plain.has(tag)) {
      const element = frame.contentDocument.body.appendChild(frame.contentDocument.createElement(tag))
      if (tag === 'a') element.setAttribute('href', '/')
      plain.set(tag, read(frame.contentWindow.getComputedStyle(element), [...inherited, ...own]))
      element.remove()
    }
    return plain.get(tag)
  }
  const hash = text => {
    let n = 7
    for (const letter of text) n = (n * 31 + letter.codePointAt(0)) >>> 0
    return n.toString(36).padStart(6, '0').slice(0, 6)
  }
  const generic = /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-.*|-apple-system|BlinkMacSystemFont)$/
  const faces = new Map()
  const hashed = stack => {
    const [first, ...rest] = stack.split(',').map(name => name.trim().replaceAll('"', ''))
    if (generic.test(first)) return stack
    const name = '__' + first.replaceAll(' ', '_')
    faces.set(name + '_' + hash(first), '/_next/static/media/' + hash(first + 'x') + '.woff2')
    return [name + '_' + hash(first), name + '_Fallback_' + hash(first), ...rest.map(other => generic.test(other) ? other : "'" + other + "'")].join(', ')
  }
  const rules = new Map()
  const elements = [document.documentElement, document.body, ...document.body.querySelectorAll('*')]
    .filter(element => element !== frame && !element.closest('svg > *'))
  const written = elements.map(element => {
    const style = getComputedStyle(element)
    const usual = plainOf(element.localName)
    const unstyled = plainOf('div')
    const parent = element.parentElement ? getComputedStyle(element.parentElement) : undefined
    const kept = inherited.filter(name => {
      const value = style.getPropertyValue(name)
      return usual[name] === unstyled[name] ? !parent || value !== parent.getPropertyValue(name) : value !== usual[name]
    })
    const values = read(style, [...kept, ...own.filter(name => style.getPropertyValue(name) !== usual[name])])
    for (const side of ['top', 'right', 'bottom', 'left']) {
      const width = style.getPropertyValue('border-' + side + '-width')
      // A line without width has no color; one with a style of its own always needs its width.
      if (values['border-' + side + '-style']) values['border-' + side + '-width'] = width
      if (width === '0px') delete values['border-' + side + '-color']
    }
    if (values['font-family']) values['font-family'] = hashed(values['font-family'])
    return Object.entries(values).map(([name, value]) => name + ':' + value).join(';')
  })
  frame.remove()
  elements.forEach((element, index) => {
    for (const { name } of [...element.attributes])
      if (name === 'class' || name === 'id' || name === 'role' || (name.startsWith('data-') && name !== 'data-truth') || name === 'style')
        element.removeAttribute(name)
    if (!written[index]) return
    if (index % 5 === 4) return element.setAttribute('style', written[index])
    const name = 'css-' + hash(written[index])
    rules.set(name, written[index])
    element.setAttribute('class', name)
  })
  for (const link of document.querySelectorAll('link[rel=stylesheet]')) link.remove()
  document.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="/_next/static/css/8f2c1d.css">')
  return {
    html: '<!doctype html>' + document.documentElement.outerHTML,
    css: [...faces].map(([name, url]) => '@font-face{font-family:' + name + ';src:url(' + url + ') format("woff2")}').join('')
      + [...rules].map(([name, text]) => '.' + name + '{' + text + '}').join(''),
  }
})()`
