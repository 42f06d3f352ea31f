import { SaxesParser, type SaxesTagNS } from 'saxes'
import { limits } from './limits.ts'
import { SvgRefused } from './refused.ts'
import { type SvgElement, svgNamespace } from './tree.ts'

const xlinkNamespace = 'http://www.w3.org/1999/xlink'
/** Given to prefixes nobody declared: what carries them is dropped, the drawing is not lost. */
const unknownNamespace = 'urn:undeclared'

/**
 * Strict XML to a tree that holds SVG elements only. Comments, processing instructions and
 * elements of other namespaces (with all they contain) are never stored. Attributes without a
 * namespace keep their name; of the others only `xlink:href` (as `href`) and `xml:space` stay,
 * recognised by namespace, so that no alias prefix or character reference can smuggle one in.
 */
export const parseXml = (text: string): SvgElement => {
  const parser = new SaxesParser({
    xmlns: true,
    resolvePrefix: (prefix: string) => (prefix === '' ? undefined : unknownNamespace),
  })
  const open: SvgElement[] = []
  let root: SvgElement | undefined
  let rootNamespace = svgNamespace
  let depth = 0
  let elements = 0
  let stops = 0
  /** Depth of the outermost dropped element; everything below goes with it. */
  let droppedFrom = Number.POSITIVE_INFINITY

  parser.on('doctype', doctype => declareEntities(parser, doctype))
  parser.on('opentagstart', () => {
    if (++elements > limits.elements)
      throw new SvgRefused('too_many_elements', 'Too many elements.')
    if (++depth > limits.depth) throw new SvgRefused('too_deep', 'Elements are nested too deeply.')
  })
  parser.on('opentag', tag => {
    if (droppedFrom < depth) return
    // A root without a namespace is a common slip of hand-written icons; the intent is plain.
    if (depth === 1 && tag.uri === '') rootNamespace = ''
    if (tag.uri !== rootNamespace) {
      droppedFrom = depth
      return
    }
    if (tag.local === 'stop' && ++stops > limits.stops)
      throw new SvgRefused('too_complex', 'Gradients have too many stops.')
    const parent = open.at(-1)
    const element: SvgElement = {
      name: tag.local,
      attributes: attributesOf(tag),
      style: new Map(),
      children: [],
      parent,
    }
    parent?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => {
    if (depth === droppedFrom) droppedFrom = Number.POSITIVE_INFINITY
    else if (droppedFrom === Number.POSITIVE_INFINITY) open.pop()
    depth--
  })
  const addText = (content: string) => {
    if (droppedFrom === Number.POSITIVE_INFINITY) open.at(-1)?.children.push(content)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)

  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof SvgRefused) throw error
    throw new SvgRefused('malformed', 'The file is not well-formed XML.', error)
  }
  if (root?.name !== 'svg') throw new SvgRefused('not_svg', 'The root element is not <svg>.')
  return root
}

const attributesOf = (tag: SaxesTagNS): Map<string, string> => {
  const attributes = new Map<string, string>()
  for (const attribute of Object.values(tag.attributes)) {
    const { local, prefix, uri, value } = attribute
    if (prefix === '' && local !== 'xmlns') attributes.set(local, value)
    else if (prefix === 'xml' && local === 'space') attributes.set('xml:space', value)
    // SVG 2: a plain `href` wins over the old one, wherever it stands.
    else if (isXlink(uri, prefix) && local === 'href' && !tag.attributes.href)
      attributes.set('href', value)
  }
  return attributes
}

const isXlink = (uri: string, prefix: string) =>
  uri === xlinkNamespace || (uri === unknownNamespace && prefix === 'xlink')

/**
 * A DOCTYPE is dropped, and its identifiers are never fetched. Illustrator writes its namespaces
 * as entities in the internal subset: those (plain literals) are honoured. A literal is used as
 * text and never parsed again, so nothing nests; every other declaration refuses the file.
 */
const declareEntities = (parser: SaxesParser<{ xmlns: true }>, doctype: string): void => {
  const from = doctype.indexOf('[')
  if (from < 0) return
  if (doctype.length > limits.doctypeCharacters) throw new SvgRefused('doctype', 'It is too long.')
  const subset = doctype.slice(from + 1, doctype.lastIndexOf(']')).replace(/<!--[\s\S]*?-->/g, '')
  const declaration = /\s*<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>\s*/y
  let spent = 0
  while (subset.slice(declaration.lastIndex).trim() !== '') {
    const match = declaration.exec(subset)
    if (!match)
      throw new SvgRefused('doctype', 'The DOCTYPE declares more than plain text entities.')
    const [, name = '', value = match[3] ?? ''] = match
    if (name in parser.ENTITIES) continue
    Object.defineProperty(parser.ENTITIES, name, {
      get: () => {
        spent += value.length
        if (spent <= limits.entityCharacters) return value
        throw new SvgRefused('doctype', 'Entities expand to too much text.')
      },
    })
  }
}
