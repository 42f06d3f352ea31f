import { Field } from '../parts/fields.tsx'

/** A small site that is part of the server: the examples need no network. */
const sample = 'http://sample.siteray.example'

export type Example = { name: string; url: string }

export const examples = {
  article: { name: 'An article', url: `${sample}/paper` },
  product: { name: 'A product', url: `${sample}/lamp` },
  event: { name: 'An event', url: `${sample}/events` },
  app: { name: 'A page made by a script', url: `${sample}/stock` },
  site: { name: 'A small site', url: `${sample}/` },
} satisfies Record<string, Example>

/** The page or the site that a pane is about, and some examples. */
export const AddressField = ({
  of,
  value,
  onChange,
  offers = [],
  onOffer,
}: {
  of: 'page' | 'site'
  value: string
  onChange: (url: string) => void
  offers?: readonly Example[]
  /** Called besides, for an example that brings more than its address. */
  onOffer?: (offer: Example) => void
}) => (
  <div className="flex flex-col gap-2">
    <Field
      label={`Address of a ${of}`}
      inputMode="url"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      placeholder="example.com"
      value={value}
      onChange={onChange}
    />
    {offers.length > 0 && (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        Try
        {offers.map(offer => (
          <button
            key={offer.name}
            type="button"
            title={offer.url}
            onClick={() => {
              onChange(offer.url)
              onOffer?.(offer)
            }}
            className="rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
          >
            {offer.name.toLowerCase()}
          </button>
        ))}
      </p>
    )}
  </div>
)

/** In the shown call until somebody types another. */
export const exampleUrl = 'https://example.com'
