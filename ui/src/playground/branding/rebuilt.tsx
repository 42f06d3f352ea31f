import type { CSSProperties, ReactNode } from 'react'
import { Card } from '../../parts/basics.tsx'
import { plural } from '../../parts/words.ts'
import { type Component, type Profile, titleOf } from './profile.ts'
import { Why } from './why.tsx'

/** The site's own buttons, fields and panels, built again from what was measured. */
export const Rebuilt = ({
  components,
  background,
}: {
  components: Record<string, Component | null>
  background: string | undefined
}) => (
  <Card title="Components, rebuilt">
    <ul
      className="flex flex-wrap items-center gap-6 rounded-md border p-6"
      style={background ? { backgroundColor: background } : {}}
    >
      {Object.entries(components).flatMap(([name, component]) =>
        component
          ? [
              <li key={name}>
                <Why name={titleOf(name)} shown={wordsOf(component)} found={component}>
                  <span className="block" style={styleOf(component, name)}>
                    {contents[name] ?? titleOf(name)}
                  </span>
                </Why>
              </li>,
            ]
          : [],
      )}
    </ul>
  </Card>
)

const contents: Record<string, ReactNode> = {
  buttonPrimary: 'Get started',
  buttonSecondary: 'Learn more',
  input: 'name@example.com',
  card: 'A panel with content',
  link: 'A link in the text',
}

const styleOf = (component: Component, name: string): CSSProperties => {
  const { fill, text, border, radius, shadow, padding, font } = component
  return {
    backgroundColor: fill ?? 'transparent',
    ...(text ? { color: text } : {}),
    border: border ? `${border.widthPx}px ${border.style} ${border.color}` : 'none',
    borderRadius: `${radius.topLeft}px ${radius.topRight}px ${radius.bottomRight}px ${radius.bottomLeft}px`,
    boxShadow: shadow ?? 'none',
    padding: `${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px`,
    fontFamily: `"${font.family.replace(/["\\]/g, '')}", system-ui, sans-serif`,
    fontSize: font.sizePx,
    fontWeight: font.weight,
    ...(name === 'link' ? { textDecoration: 'underline' } : {}),
    ...(name === 'card' ? { minWidth: 200, minHeight: 80 } : {}),
  }
}

const wordsOf = ({ fill, text, radius, padding }: Component): string =>
  [
    fill ? `fill ${fill}` : 'no fill',
    ...(text ? [`text ${text}`] : []),
    `radius ${radius.topLeft} px`,
    `padding ${padding.top} / ${padding.right} px`,
  ].join(', ')

export const SpacingCard = ({ spacing }: { spacing: NonNullable<Profile['spacing']> }) => {
  const { baseUnit, scale, radii, shadows } = spacing
  return (
    <Card title="Spacing, corners and shadows">
      {baseUnit && (
        <p className="mb-3">
          <Why name="Base unit" shown={`${baseUnit.value} px`} found={baseUnit} className="px-1">
            Base unit {baseUnit.value} px ({Math.round(baseUnit.fit * 100)} % of the distances fit)
          </Why>
        </p>
      )}
      <ul className="flex flex-wrap items-end gap-3" aria-label="Spacing values in use">
        {scale.slice(0, 16).map(px => (
          <li key={px} className="flex flex-col items-center gap-1">
            <span className="block bg-accent" style={{ width: Math.min(px, 96), height: 10 }} />
            <span className="text-soft text-xs">{px}</span>
          </li>
        ))}
      </ul>
      <ul className="mt-5 flex flex-wrap gap-4" aria-label="Corners and shadows">
        {radii.slice(0, 8).map(({ px, count }) => (
          <li key={px} title={plural(count, 'time')} className="flex flex-col items-center gap-1">
            <span
              className="block size-12 border-2 border-soft bg-page"
              style={{ borderRadius: px }}
            />
            <span className="text-soft text-xs">{px} px</span>
          </li>
        ))}
        {shadows.slice(0, 6).map(({ value, count }) => (
          <li key={value} title={value} className="flex flex-col items-center gap-1">
            <span className="block size-12 rounded bg-white" style={{ boxShadow: value }} />
            <span className="text-soft text-xs">{plural(count, 'time')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
