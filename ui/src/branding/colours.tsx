import { Card } from '../parts/basics.tsx'
import { type Colours, colourRoles, type Profile, titleOf } from './profile.ts'
import { Why } from './why.tsx'

export const ColourCard = ({ colours, modes }: { colours: Colours; modes: Profile['modes'] }) => (
  <Card title="Colours">
    <Swatches colours={colours} />
    {(['light', 'dark'] as const).map(mode => {
      const inMode = modes?.[mode]?.colors
      return inMode ? (
        <div key={mode} className="mt-5">
          <h3 className="mb-2 font-medium">In {mode} mode</h3>
          <Swatches colours={inMode} mode={mode} />
        </div>
      ) : null
    })}
    {colours.palette.length > 0 && (
      <>
        <h3 className="mt-5 mb-2 font-medium">All that is painted</h3>
        <ul className="flex flex-wrap gap-1.5">
          {colours.palette.slice(0, 40).map(({ hex, count, role, isToken }) => (
            <li
              key={hex}
              title={[hex, `${count} times`, role, isToken && 'a token'].filter(Boolean).join(', ')}
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
  colours,
  mode,
}: {
  colours: Partial<Pick<Colours, (typeof colourRoles)[number]>>
  mode?: string
}) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
    {colourRoles.flatMap(role => {
      const colour = colours[role]
      if (!colour) return []
      const name = mode ? `${titleOf(role)}, ${mode}` : titleOf(role)
      return [
        <li key={role}>
          <Why name={name} shown={colour.value} found={colour} className="w-full border">
            <span
              className="block h-14 rounded-t-md border-b"
              style={{ backgroundColor: colour.value }}
            />
            <span className="block p-2">
              <span className="block font-medium">{titleOf(role)}</span>
              <code className="font-mono text-soft text-xs">{colour.value}</code>
            </span>
          </Why>
        </li>,
      ]
    })}
  </ul>
)
