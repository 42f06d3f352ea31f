import { Badge, Card } from '../../parts/basics.tsx'
import { Picture, pictureUrl } from '../../parts/picture.tsx'
import { Cell, Table } from '../../parts/table.tsx'
import type { Logo, Profile } from './profile.ts'

/** Every logo that was considered, with what speaks for and against it. */
export const LogoCard = ({
  images: { logo, logos, ogImage },
}: {
  images: NonNullable<Profile['images']>
}) => (
  <Card title="Logos and images">
    {logos.length === 0 ? (
      <p className="text-soft">No logo was found.</p>
    ) : (
      <Table label="Logos" head={['Logo', 'Score', 'Where', 'Reasons']}>
        {logos.slice(0, 10).map(one => (
          <LogoLine key={one.url} logo={one} isChosen={one.url === logo?.value} />
        ))}
      </Table>
    )}
    {ogImage && (
      <div className="mt-4">
        <h3 className="mb-2 font-medium">For sharing</h3>
        <SitePicture url={ogImage.value} alt="Open Graph image" />
      </div>
    )}
  </Card>
)

const LogoLine = ({ logo, isChosen }: { logo: Logo; isChosen: boolean }) => (
  <tr>
    <Cell>
      <span
        className={`inline-flex h-16 w-32 items-center justify-center rounded border p-2 ${
          logo.theme === 'dark' ? 'bg-[#16181f]' : 'bg-white'
        }`}
      >
        <SitePicture url={logo.url} alt={logo.alt ?? 'Logo'} />
      </span>
    </Cell>
    <Cell>
      {Math.round(logo.score * 100) / 100} {isChosen && <Badge tone="good">chosen</Badge>}
    </Cell>
    <Cell>
      {logo.source}, {logo.kind}
    </Cell>
    <Cell>{logo.reasons.join(', ')}</Cell>
  </tr>
)

const SitePicture = ({ url, alt }: { url: string; alt: string }) => (
  <Picture
    src={pictureUrl(url)}
    alt={alt}
    loading="lazy"
    className="max-h-full max-w-full object-contain"
    instead={<span className="text-soft text-xs">no picture</span>}
  />
)
