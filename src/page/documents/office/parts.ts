import { memoize } from '../../../kit/memoize.ts'
import { descendants, type HtmlElement } from '../../html/html.ts'
import { parseXml } from '../xml.ts'
import { unpackEntry, type ZipEntry } from './zip.ts'

/** The XML parts of a package by their names; undefined for one that is not there or too large. */
export type Parts = {
  text(name: string): Promise<string | undefined>
  tree(name: string): Promise<HtmlElement | undefined>
}

/** What is larger is not worth knowing where its words stood. */
const maxPartBytes = 32_000_000
const maxTreeBytes = 8_000_000

export const openParts = (file: Buffer, entries: readonly ZipEntry[]): Parts => {
  const byName = new Map(entries.map(entry => [entry.name, entry]))
  const read = async (name: string, maxBytes: number): Promise<string | undefined> => {
    const entry = byName.get(name)
    if (!entry || entry.bytes > maxBytes) return undefined
    return (await unpackEntry(file, entry, maxBytes))?.toString('utf8')
  }
  const parse = async (name: string): Promise<HtmlElement | undefined> => {
    const xml = await read(name, maxTreeBytes)
    return xml === undefined ? undefined : parseXml(xml)
  }
  return {
    text: name => read(name, maxPartBytes),
    // Several ask for the same.
    tree: memoize(parse),
  }
}

export const namedIn = (root: HtmlElement | undefined, name: string): HtmlElement[] =>
  root ? [...descendants(root)].filter(element => element.name === name) : []

/** Where the parts are that a part refers to, by the ids it refers to them with. */
export const relationsOf = async (parts: Parts, name: string): Promise<Map<string, string>> => {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const relations = await parts.tree(`${folder}_rels/${name.slice(folder.length)}.rels`)
  return new Map(
    namedIn(relations, 'relationship').map(({ attributes: { id = '', target = '' } }) => [
      id,
      // As an address, which is what it is by the standard.
      new URL(target, `file:///${folder}`).pathname.slice(1),
    ]),
  )
}
