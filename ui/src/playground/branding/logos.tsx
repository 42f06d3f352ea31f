import { Badge, Card } from '../../parts/basics.tsx'
import { type Column, InCard, List } from '../../parts/list.tsx'
import { Picture, pictureUrl } from '../../parts/picture.tsx'
import type { Logo, Profile } from './profile.ts'

/** Every logo that was considered, with what speaks for and against it. */
export const LogoCard = ({
  images: { logo, logos, ogImage },
}: {
  images: NonNullable<Profile['images']>
}) => (
  <Card title="Logos and images">
    {ogImage && (
      <div className="mb-4">
        <h3 className="mb-2 font-medium">For sharing</h3>
        <SitePicture url={ogImage.value} alt="Open Graph image" />
      </div>
    )}
    {logos.length === 0 ? (
      <p className="text-soft">No logo was found.</p>
    ) : (
      <InCard>
        <List
          label="Logos"
          columns={columns(logo?.value)}
          rows={logos.slice(0, 10)}
          keyOf={({ url }) => url}
        />
      </InCard>
    )}
  </Card>
)

const columns = (chosenUrl: string | undefined): Column<Logo>[] => [
  {
    name: 'Logo',
    width: 'w-44',
    cell: logo => (
      <span
        className={`inline-flex h-16 w-32 items-center justify-center rounded border p-2 ${
          logo.theme === 'dark' ? 'bg-[#16181f]' : 'bg-white'
        }`}
      >
        <SitePicture url={logo.url} alt={logo.alt ?? 'Logo'} />
      </span>
    ),
  },
  {
    name: 'Score',
    width: 'w-28',
    cell: ({ score, url }) => (
      <>
        {Math.round(score * 100) / 100} {url === chosenUrl && <Badge tone="good">chosen</Badge>}
      </>
    ),
  },
  { name: 'Where', width: 'w-40', cell: ({ source, kind }) => `${source}, ${kind}` },
  {
    name: 'Reasons',
    cell: ({ reasons }) => <span className="whitespace-normal">{reasons.join(', ')}</span>,
  },
]

const SitePicture = ({ url, alt }: { url: string; alt: string }) => (
  <Picture
    src={pictureUrl(url)}
    alt={alt}
    className="max-h-full max-w-full object-contain"
    instead={<span className="text-soft text-xs">no picture</span>}
  />
)
