import { Card } from '../../parts/basics.tsx'
import { plural } from '../../parts/words.ts'
import { type Colors, colorRoles, type Profile, titleOf } from './profile.ts'
import { Why } from './why.tsx'

export const ColorCard = ({ colors, modes }: { colors: Colors; modes: Profile['modes'] }) => (
  <Card title="Colors">
    <Swatches colors={colors} />
    {(['light', 'dark'] as const).map(mode => {
      const inMode = modes?.[mode]?.colors
      return inMode ? (
        <div key={mode} className="mt-5">
          <h3 className="mb-2 font-medium">In {mode} mode</h3>
          <Swatches colors={inMode} mode={mode} />
        </div>
      ) : null
    })}
    {colors.palette.length > 0 && (
      <>
        <h3 className="mt-5 mb-2 font-medium">Palette</h3>
        <ul className="flex flex-wrap gap-1.5">
          {colors.palette.slice(0, 40).map(({ hex, count, role, isToken }) => (
            <li
              key={hex}
              title={[hex, plural(count, 'time'), role, isToken && 'a token']
                .filter(Boolean)
                .join(', ')}
              className="size-8 rounded border"
              style={{ backgroundColor: hex }}
            >
              <span className="sr-only">{hex}</span>
            </li>
          ))}
        </ul>
      </>
    )}
  </Card>
)

/** One swatch for each role that was found. */
const Swatches = ({
  colors,
  mode,
}: {
  colors: Partial<Pick<Colors, (typeof colorRoles)[number]>>
  mode?: string
}) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
    {colorRoles.flatMap(role => {
      const color = colors[role]
      if (!color) return []
      const name = mode ? `${titleOf(role)}, ${mode}` : titleOf(role)
      return [
        <li key={role}>
          <Why name={name} shown={color.value} found={color} className="w-full border">
            <span
              className="block h-14 rounded-t-md border-b"
              style={{ backgroundColor: color.value }}
            />
            <span className="block p-2">
              <span className="block font-medium">{titleOf(role)}</span>
              <code className="font-mono text-soft text-xs">{color.value}</code>
            </span>
          </Why>
        </li>,
      ]
    })}
  </ul>
)
