import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from '../packages.ts'

/** Component libraries that sites of today are built with, and what renders them on a server. */
export const todayPackages = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@mui/material': '7.3.11',
  '@emotion/react': '11.14.0',
  '@emotion/styled': '11.14.1',
  'styled-components': '6.6.0',
  '@mantine/core': '8.3.18',
  '@mantine/hooks': '8.3.18',
  'react-bootstrap': '2.10.10',
  'semantic-ui-react': '2.1.5',
  '@radix-ui/themes': '3.3.0',
  antd: '5.29.3',
  preact: '11.2.0',
  'preact-render-to-string': '6.8.2',
  vue: '3.5.45',
  '@vue/server-renderer': '3.5.45',
  'element-plus': '2.14.8',
}

/** A block of a page, before a library draws it. */
export type Block = {
  is: 'page' | 'section' | 'card' | 'title' | 'heading' | 'text' | 'rows' | 'row' | 'badge' | 'link'
  text?: string
  /** Of a row: what stands before the value. */
  label?: string
  inside?: Block[]
}

type Props = Record<string, unknown>
type Component = unknown
type Create = (component: Component, props: Props | null, ...inside: unknown[]) => unknown
type Drawing = Record<Block['is'], (block: Block, inside: unknown[]) => unknown>

export type Library = { name: string; render: (page: Block) => Promise<string> }

export const loadLibraries = async (): Promise<Library[]> => {
  const require = createRequire(join(installPackages('today', todayPackages), 'package.json'))
  const load = async (name: string): Promise<Record<string, Component>> => {
    const all = (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>
    return { ...Object(all.default), ...all } as Record<string, Component>
  }
  const react = await load('react')
  const server = await load('react-dom/server')
  const create = react.createElement as Create
  const toHtml = server.renderToString as (node: unknown) => string
  const inReact = (name: string, drawing: Drawing, around = (page: unknown) => page): Library => ({
    name,
    render: async page => toHtml(around(draw(drawing, page))),
  })
  const [mui, mantine, bootstrap, semantic, radix, antd, styled] = await Promise.all(
    [
      '@mui/material',
      '@mantine/core',
      'react-bootstrap',
      'semantic-ui-react',
      '@radix-ui/themes',
      'antd',
      'styled-components',
    ].map(load),
  )
  const vue = await load('vue')
  const vueServer = await load('@vue/server-renderer')
  const element = await load('element-plus')
  const preact = await load('preact')
  const preactServer = await load('preact-render-to-string')
  return [
    inReact('mui', muiDrawing(create, mui ?? {})),
    inReact('mantine', mantineDrawing(create, mantine ?? {}), page =>
      create(mantine?.MantineProvider, null, page),
    ),
    inReact('react-bootstrap', bootstrapDrawing(create, bootstrap ?? {})),
    inReact('semantic-ui', semanticDrawing(create, semantic ?? {})),
    inReact('radix', radixDrawing(create, radix ?? {}), page => create(radix?.Theme, null, page)),
    inReact('antd', antdDrawing(create, antd ?? {})),
    inReact('styled', styledDrawing(create, styled ?? {})),
    inReact('utilities', plainDrawing(create, utilities)),
    {
      name: 'element-plus',
      render: page => {
        const h = vue.h as (...parts: unknown[]) => unknown
        const made: Create = (component, props, ...inside) =>
          typeof component === 'string'
            ? h(component, props, inside.flat())
            : h(component, props, { default: () => inside.flat() })
        const root = () => draw(elementDrawing(made, element), page)
        const app = (vue.createSSRApp as (root: object) => { provide: (...x: unknown[]) => void })({
          render: root,
        })
        app.provide(element.ID_INJECTION_KEY, { prefix: 7, current: 0 })
        return (vueServer.renderToString as (app: unknown) => Promise<string>)(app)
      },
    },
    {
      name: 'css-modules',
      render: async page =>
        (preactServer.renderToString as (node: unknown) => string)(
          draw(plainDrawing(preact.h as Create, modules), page),
        ),
    },
    { name: 'svelte-like', render: async page => asText(plainDrawing(write, scoped), page) },
    { name: 'custom-elements', render: async page => asText(customDrawing(write), page) },
  ]
}

const draw = (drawing: Drawing, block: Block): unknown =>
  drawing[block.is](
    block,
    (block.inside ?? []).map(one => draw(drawing, one)),
  )

const muiDrawing = (create: Create, ui: Record<string, Component>): Drawing => ({
  page: (_, inside) => create(ui.Container, { maxWidth: 'md' }, ...inside),
  section: (_, inside) => create(ui.Stack, { spacing: 2 }, ...inside),
  card: (_, inside) => create(ui.Card, null, create(ui.CardContent, null, ...inside)),
  title: ({ text }) => create(ui.Typography, { variant: 'h4', component: 'h1' }, text),
  heading: ({ text }) => create(ui.Typography, { variant: 'h6' }, text),
  text: ({ text }) => create(ui.Typography, { variant: 'body2' }, text),
  rows: (_, inside) => create(ui.List, { dense: true }, ...inside),
  row: ({ label, text }) =>
    create(ui.ListItem, null, create(ui.ListItemText, { primary: label, secondary: text })),
  badge: ({ text }) => create(ui.Chip, { label: text }),
  link: ({ text }) => create(ui.Link, { href: '#' }, text),
})

const mantineDrawing = (create: Create, ui: Record<string, Component>): Drawing => ({
  page: (_, inside) => create(ui.Container, null, ...inside),
  section: (_, inside) => create(ui.Stack, null, ...inside),
  card: (_, inside) => create(ui.Card, { withBorder: true }, ...inside),
  title: ({ text }) => create(ui.Title, { order: 1 }, text),
  heading: ({ text }) => create(ui.Title, { order: 3 }, text),
  text: ({ text }) => create(ui.Text, { size: 'sm' }, text),
  rows: (_, inside) => create('div', null, ...inside),
  row: ({ label, text }) =>
    create(
      ui.Group,
      { justify: 'space-between' },
      create(ui.Text, { c: 'dimmed' }, label),
      create(ui.Text, { fw: 500 }, text),
    ),
  badge: ({ text }) => create(ui.Badge, null, text),
  link: ({ text }) => create(ui.Anchor, { href: '#' }, text),
})

const bootstrapDrawing = (create: Create, ui: Record<string, Component>): Drawing => ({
  page: (_, inside) => create(ui.Container, null, ...inside),
  section: (_, inside) => create(ui.Row, null, create(ui.Col, { md: 8 }, ...inside)),
  card: (_, inside) => create(ui.Card, null, create('div', { className: 'card-body' }, ...inside)),
  title: ({ text }) => create('h1', { className: 'display-6' }, text),
  heading: ({ text }) => create('h5', { className: 'card-title' }, text),
  text: ({ text }) => create('p', { className: 'card-text' }, text),
  rows: (_, inside) => create(ui.Table, { size: 'sm' }, create('tbody', null, ...inside)),
  row: ({ label, text }) =>
    create('tr', null, create('th', { scope: 'row' }, label), create('td', null, text)),
  badge: ({ text }) => create(ui.Badge, { bg: 'secondary' }, text),
  link: ({ text }) => create('a', { href: '#', className: 'stretched-link' }, text),
})

const semanticDrawing = (create: Create, ui: Record<string, Component>): Drawing => ({
  page: (_, inside) => create(ui.Container, null, ...inside),
  section: (_, inside) => create(ui.Segment, { basic: true }, ...inside),
  card: (_, inside) => create(ui.Segment, null, ...inside),
  title: ({ text }) => create(ui.Header, { as: 'h1' }, text),
  heading: ({ text }) => create(ui.Header, { as: 'h3' }, text),
  text: ({ text }) => create('p', null, text),
  rows: (_, inside) => create(ui.List, { divided: true }, ...inside),
  row: ({ label, text }) =>
    create('div', { className: 'item' }, create('b', null, `${label}:`), ` ${text}`),
  badge: ({ text }) => create(ui.Label, { color: 'teal' }, text),
  link: ({ text }) => create('a', { href: '#' }, text),
})

const radixDrawing = (create: Create, ui: Record<string, Component>): Drawing => ({
  page: (_, inside) => create(ui.Container, null, ...inside),
  section: (_, inside) => create(ui.Section, null, ...inside),
  card: (_, inside) => create(ui.Card, null, ...inside),
  title: ({ text }) => create(ui.Heading, { as: 'h1' }, text),
  heading: ({ text }) => create(ui.Heading, { as: 'h3', size: '4' }, text),
  text: ({ text }) => create(ui.Text, { as: 'p', size: '2' }, text),
  rows: (_, inside) => create('dl', null, ...inside),
  row: ({ label, text }) =>
    create(ui.Flex, { gap: '2' }, create('dt', null, label), create('dd', null, text)),
  badge: ({ text }) => create(ui.Badge, null, text),
  link: ({ text }) => create(ui.Link, { href: '#' }, text),
})

const antdDrawing = (create: Create, ui: Record<string, Component>): Drawing => {
  const { Title, Text, Paragraph } = Object(ui.Typography) as Record<string, Component>
  return {
    page: (_, inside) => create('main', { className: 'ant-layout' }, ...inside),
    section: (_, inside) => create(ui.Flex, { vertical: true }, ...inside),
    card: (_, inside) => create(ui.Card, { size: 'small' }, ...inside),
    title: ({ text }) => create(Title, { level: 1 }, text),
    heading: ({ text }) => create(Title, { level: 4 }, text),
    text: ({ text }) => create(Paragraph, null, text),
    rows: (_, inside) => create('div', { className: 'ant-descriptions' }, ...inside),
    row: ({ label, text }) =>
      create(
        'div',
        { className: 'ant-descriptions-item' },
        create(Text, { type: 'secondary' }, label),
        create(Text, null, text),
      ),
    badge: ({ text }) => create(ui.Tag, null, text),
    link: ({ text }) => create('a', { href: '#' }, text),
  }
}

type StyledTag = 'div' | 'span' | 'h1' | 'h3' | 'p' | 'em'

const styledDrawing = (create: Create, lib: Record<string, Component>): Drawing => {
  const styled = (lib.styled ?? lib.default) as Record<
    StyledTag,
    (parts: TemplateStringsArray) => Component
  >
  const Box = styled.div`padding: 8px;`
  const Name = styled.span`color: gray;`
  const Value = styled.span`font-weight: 600;`
  const Big = styled.h1`font-size: 32px;`
  const Small = styled.h3`font-size: 18px;`
  const Words = styled.p`line-height: 1.5;`
  const Pill = styled.em`border-radius: 9px;`
  return {
    page: (_, inside) => create(Box, null, ...inside),
    section: (_, inside) => create(Box, null, ...inside),
    card: (_, inside) => create(Box, null, ...inside),
    title: ({ text }) => create(Big, null, text),
    heading: ({ text }) => create(Small, null, text),
    text: ({ text }) => create(Words, null, text),
    rows: (_, inside) => create(Box, null, ...inside),
    row: ({ label, text }) =>
      create(Box, null, create(Name, null, label), create(Value, null, text)),
    badge: ({ text }) => create(Pill, null, text),
    link: ({ text }) => create('a', { href: '#' }, text),
  }
}

const elementDrawing = (create: Create, ui: Record<string, Component>): Drawing => ({
  page: (_, inside) => create('main', { class: 'el-main' }, ...inside),
  section: (_, inside) => create(ui.ElSpace, { direction: 'vertical' }, ...inside),
  card: (_, inside) => create(ui.ElCard, { shadow: 'never' }, ...inside),
  title: ({ text }) => create('h1', { class: 'el-page-title', 'data-v-7f2c': '' }, text),
  heading: ({ text }) => create('h3', { 'data-v-7f2c': '' }, text),
  text: ({ text }) => create(ui.ElText, { tag: 'p' }, text),
  rows: (_, inside) => create('div', { class: 'el-form' }, ...inside),
  row: ({ label, text }) =>
    create(
      'div',
      { class: 'el-form-item' },
      create('label', { class: 'el-form-item__label' }, label),
      create('div', { class: 'el-form-item__content' }, create(ui.ElText, null, text)),
    ),
  badge: ({ text }) => create(ui.ElTag, null, text),
  link: ({ text }) => create('a', { class: 'el-link', href: '#' }, text),
})

/** What a block's element and classes are in a style that needs no library. */
type Style = Record<Block['is'] | 'label' | 'value', readonly [tag: string, classes: string]>

const utilities: Style = {
  page: ['main', 'mx-auto max-w-3xl px-4'],
  section: ['div', 'flex flex-col gap-4'],
  card: ['div', 'rounded-lg border p-4'],
  title: ['h1', 'text-3xl font-semibold'],
  heading: ['h2', 'text-lg font-medium'],
  text: ['p', 'text-sm text-gray-600'],
  rows: ['div', 'grid grid-cols-2 gap-2'],
  row: ['div', 'flex gap-2'],
  label: ['span', 'text-sm text-gray-600'],
  value: ['span', 'text-sm text-gray-900'],
  badge: ['span', 'rounded-full px-2 text-xs'],
  link: ['a', 'text-blue-600 underline'],
}
const modules: Style = {
  page: ['main', 'Page_root__kX3fP'],
  section: ['section', 'Page_part__9dQzA'],
  card: ['div', 'Card_box__Lm2Vt'],
  title: ['h1', 'Page_title__qR7sN'],
  heading: ['h3', 'Card_head__bW0eU'],
  text: ['p', 'Text_body__h5TjC'],
  rows: ['ul', 'Facts_list__3yGoI'],
  row: ['li', 'Facts_row__Zp8Ka'],
  label: ['span', 'Facts_key__1uXeM'],
  value: ['strong', 'Facts_val__D6nBr'],
  badge: ['em', 'Badge_pill__v4SfH'],
  link: ['a', 'Link_plain__x0YcJ'],
}
const scoped: Style = {
  page: ['main', 'svelte-1kq9zd'],
  section: ['section', 'svelte-1kq9zd'],
  card: ['article', 'card svelte-8h2xv0'],
  title: ['h1', 'svelte-1kq9zd'],
  heading: ['h2', 'svelte-8h2xv0'],
  text: ['p', 'svelte-8h2xv0'],
  rows: ['dl', 'svelte-5mm3tw'],
  row: ['div', 'svelte-5mm3tw'],
  label: ['dt', 'svelte-5mm3tw'],
  value: ['dd', 'svelte-5mm3tw'],
  badge: ['span', 'svelte-8h2xv0'],
  link: ['a', 'svelte-8h2xv0'],
}

const plainDrawing = (create: Create, style: Style): Drawing => {
  const make = (is: keyof Style, ...inside: unknown[]) =>
    create(style[is][0], { className: style[is][1] }, ...inside)
  const words = ({ is, text }: Block) => make(is, text)
  const box = ({ is }: Block, inside: unknown[]) => make(is, ...inside)
  return {
    ...{ page: box, section: box, card: box, rows: box },
    ...{ title: words, heading: words, text: words, badge: words, link: words },
    row: ({ label, text }) => make('row', make('label', label), make('value', text)),
  }
}

const customDrawing = (create: Create): Drawing => ({
  page: (_, inside) => create('app-root', null, ...inside),
  section: (_, inside) => create('ion-content', null, ...inside),
  card: (_, inside) => create('sl-card', null, ...inside),
  title: ({ text }) => create('h1', { slot: 'header' }, text),
  heading: ({ text }) => create('ion-card-title', null, text),
  text: ({ text }) => create('ion-text', null, text),
  rows: (_, inside) => create('ion-list', null, ...inside),
  row: ({ label, text }) =>
    create(
      'ion-item',
      null,
      create('ion-label', null, label),
      create('ion-note', { slot: 'end' }, text),
    ),
  badge: ({ text }) => create('sl-badge', null, text),
  link: ({ text }) => create('ion-button', { href: '#' }, text),
})

const write: Create = (tag, props, ...inside) => {
  const attributes = Object.entries(props ?? {}).map(
    ([name, value]) => ` ${name === 'className' ? 'class' : name}="${value}"`,
  )
  return `<${tag}${attributes.join('')}>${inside.map(escaped).join('')}</${tag}>`
}
const asText = (drawing: Drawing, page: Block): string => String(draw(drawing, page))

/** What `write` made is HTML already; a text never begins with a tag here. */
const escaped = (part: unknown): string => {
  const text = String(part ?? '')
  return text.startsWith('<') ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
