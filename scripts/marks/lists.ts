import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages } from './packages.ts'
import type { Brand, Sources } from './sources.ts'

/** The hand-written part: what a person confirmed, refused or added. */
export const readLists = (dir: string) => {
  const lines = (name: string) =>
    readFileSync(join(dir, name), 'utf8')
      .split('\n')
      .filter(line => line && !line.startsWith('#'))
  return {
    confirmed: new Set(lines('confirmed.txt')),
    refused: new Set(lines('refused.txt').map(line => line.split(' ')[0] ?? '')),
    additions: (sources: Sources) =>
      lines('additions.txt').flatMap(line => additionsOf(line, sources)),
  }
}

const additionsOf = (line: string, sources: Sources): { brand: Brand; domain: string }[] => {
  const [reference = '', ...words] = line.split(/\s+/)
  const color = words.find(word => word.startsWith('#'))
  const found = findBrand(reference, sources)
  const brand = color ? { ...found, color } : found
  return words.filter(word => word !== color).map(domain => ({ brand, domain }))
}

const findBrand = (reference: string, sources: Sources): Brand => {
  const [source = '', slug] = reference.split(':')
  const from = ({ name }: { name: string }) => sources.logos.filter(brand => brand.source === name)
  const brands: Record<string, Brand[]> = {
    si: sources.simpleIcons,
    svgl: sources.svgl,
    logos: from(packages.logos),
    devicon: from(packages.devicon),
    lobe: from(packages.lobe),
    cib: sources.coreUi,
    own: sources.owners,
  }
  const brand = brands[source]?.find(each => each.slug === slug)
  if (!brand) throw new Error(`additions.txt: no mark ${reference}`)
  return brand
}
