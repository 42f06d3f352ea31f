import type { Static, TProperties } from 'typebox'
import { closed, optional, Type } from '../../../kit/schema.ts'

const maxSteps = 50
/** The longest single wait; all of them together must fit into `timeout`. */
const maxWaitMs = 60_000

export const selector = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'A CSS selector: the first visible element that it matches.',
})

export const step = <const Name extends string, Fields extends TProperties>(
  type: Name,
  title: string,
  description: string,
  fields: Fields,
) => closed({ type: Type.Literal(type), ...fields }, { title, description })

export const actionKinds = [
  step('wait', 'WaitAction', 'Waits for a time, or until an element is visible.', {
    milliseconds: optional.Integer({
      minimum: 1,
      maximum: maxWaitMs,
      description: 'How long; together with `selector`: how long at most (default 15,000).',
    }),
    selector: Type.Optional(selector),
  }),
  step('click', 'ClickAction', 'Clicks an element when it can be clicked.', {
    selector,
    all: optional.Boolean({
      default: false,
      description: 'Every visible element that the selector matches, 100 at most.',
    }),
  }),
  step('write', 'WriteAction', 'Writes into a field.', {
    text: Type.String({ maxLength: 5_000 }),
    selector: Type.Optional({
      ...selector,
      description:
        'The field, whose content the text replaces. Without one the text is typed key by key into the focused element.',
    }),
  }),
  step('press', 'PressAction', 'Presses a key where the focus is.', {
    key: Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'A character or a key’s name (`Enter`, `ArrowDown`), after `Control+` and such.',
    }),
  }),
  step('scroll', 'ScrollAction', 'Scrolls the page, or an element that scrolls by itself.', {
    direction: Type.Enum(['down', 'up', 'bottom', 'top'], {
      description: '`down` and `up` by what is visible at once, `bottom` and `top` to the end.',
    }),
    selector: Type.Optional(selector),
  }),
  step('screenshot', 'ScreenshotAction', 'Takes a picture of what is visible.', {
    fullPage: optional.Boolean({ default: false, description: 'Of the whole page instead.' }),
  }),
  step('select', 'SelectAction', 'Chooses from a `<select>`.', {
    selector,
    value: Type.String({ maxLength: 1_000, description: 'The value or the label of an option.' }),
  }),
  step(
    'script',
    'ScriptAction',
    'Runs JavaScript in an isolated world: it sees the document, not the page’s variables. Only where the server allows it (`ALLOW_PAGE_SCRIPTS`).',
    {
      script: Type.String({
        minLength: 1,
        maxLength: 50_000,
        description:
          'An expression, or the body of an async function that may `return` a value, which becomes JSON of 64 kB at most.',
      }),
    },
  ),
] as const

/** One step on a page, in the browser. */
export type Action = Static<(typeof actionKinds)[number]>
export type ActionType = Action['type']

/** Only for products that give every page its own steps: a crawl does not. */
export const actionList = optional.Array(
  // The discriminator makes the validator speak of the kind that was meant.
  Type.Unsafe<Action>({
    title: 'PageAction',
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: actionKinds,
  }),
  {
    minItems: 1,
    maxItems: maxSteps,
    description:
      'Steps that are taken on the page in the browser, one after the other, before it is read.',
  },
)

/**
 * A step as a sentence names it. Never with what it writes, chooses or presses: that may be a
 * password.
 */
export const nameOf = (step: number, action: Action): string => {
  const selector = 'selector' in action ? action.selector : undefined
  const on = selector === undefined ? '' : ` ${JSON.stringify(selector.slice(0, 200))}`
  return `Step ${step} (${action.type}${on})`
}
