import type { HtmlElement } from '../html/html.ts'
import { classesOf } from './tree.ts'

/** What people press to see more: a button, a link that leads nowhere, or what says so of itself. */
export const opensSomething = ({ name, attributes }: HtmlElement): boolean =>
  attributes['aria-expanded'] !== undefined ||
  clicks.some(name => attributes[name] !== undefined) ||
  name === 'summary' ||
  (name === 'button' && attributes.type !== 'submit') ||
  (name === 'a' && leadsNowhere.test(attributes.href ?? '')) ||
  attributes.role === 'button' ||
  attributes.role === 'tab' ||
  classesOf(attributes.class).some(one => handleName.test(one))

/** By itself, or by Alpine, Vue or Angular. */
const clicks = ['onclick', '@click', '@click.prevent', 'x-on:click', 'v-on:click', 'ng-click']

const leadsNowhere = /^\s*(?:#\s*$|javascript:|$)/i

const handleName =
  /(?:^|[-_])(?:toggle|toggler|trigger|question|accordion|collapsible|expander|handle)(?:$|[-_])/i
