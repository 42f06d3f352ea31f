import type { JsonSchema } from './model.ts'

/** Anthropic compiles a form into a grammar, and refuses one with more unions than this. */
const maxUnions = 16
/** Its limit is 24, but compiling takes too long well before. */
const maxOptional = 10

/**
 * In our strict dialect every nullable property is a union. Where that makes too many, some become
 * optional instead; undefined where that is not enough. `null` is then a property left out, which
 * readers of an answer take for the same.
 */
export const withFewUnions = (schema: JsonSchema): JsonSchema | undefined => {
  const copy = structuredClone(schema) as Node
  const nodes = [...nodesOf(copy)]
  let excess = nodes.filter(isUnion).length - maxUnions
  if (excess <= 0) return schema
  if (excess > maxOptional) return undefined
  for (const node of nodes)
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      const plain = withoutNull(property)
      if (excess <= 0 || !plain || !node.properties) continue
      node.properties[name] = plain
      node.required = node.required?.filter(one => one !== name) ?? []
      excess--
    }
  return excess > 0 ? undefined : copy
}

/** As much of JSON Schema as the strict dialect uses. */
type Node = {
  type?: string | string[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
}

/** Outer ones first: they are asked for once, entries of a list many times. */
function* nodesOf(root: Node): Generator<Node> {
  const queue = [root]
  for (let node = queue.shift(); node; node = queue.shift()) {
    yield node
    queue.push(...Object.values(node.properties ?? {}), ...(node.anyOf ?? []))
    if (node.items) queue.push(node.items)
  }
}

const isUnion = ({ type, anyOf }: Node) => Array.isArray(type) || anyOf !== undefined

/** Only a single value that is no union any more without null is a gain. */
const withoutNull = (node: Node): Node | undefined => {
  const { type, anyOf, ...rest } = node
  if (Array.isArray(type)) {
    const [only, ...others] = type.filter(one => one !== 'null')
    return only !== undefined && others.length === 0 ? { ...rest, type: only } : undefined
  }
  const [only, ...others] = anyOf?.filter(one => one.type !== 'null') ?? []
  const isSingle = only && others.length === 0 && !isUnion(only) && only.type !== 'object'
  return isSingle ? { ...only, ...rest } : undefined
}
