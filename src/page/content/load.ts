import { readFileSync } from 'node:fs'
import { type Model, readModel } from './model.ts'

let loaded: Model | undefined

/** The model that ships, read once, on first use. */
export const loadModel = (): Model => {
  loaded ??= readModel(JSON.parse(readFileSync(path, 'utf8')))
  return loaded
}

const path = new URL('../learned/content.generated.json', import.meta.url)
