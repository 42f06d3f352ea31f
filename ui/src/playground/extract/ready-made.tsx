import { examples } from '../address-field.tsx'

export type Ready = { name: string; text: string; example: string }

const text = { type: 'string' }
const number = { type: 'number' }
const schemaText = (properties: object, required: string[]) =>
  JSON.stringify({ type: 'object', properties, required }, null, 2)

/** Fields that pages say of themselves: the built-in extractor finds them without any model. */
export const readyMade = {
  page: {
    name: 'Any page',
    example: examples.article.url,
    text: schemaText(
      {
        title: { ...text, description: 'Headline of the page' },
        description: { ...text, description: 'What the page says it is about' },
      },
      ['title'],
    ),
  },
  article: {
    name: 'Article',
    example: examples.article.url,
    text: schemaText(
      {
        title: text,
        author: text,
        published: { ...text, format: 'date', description: 'Date of publication' },
        description: text,
      },
      ['title'],
    ),
  },
  product: {
    name: 'Product',
    example: examples.product.url,
    text: schemaText(
      {
        name: { ...text, description: 'Name of the product' },
        price: number,
        currency: { ...text, description: 'Currency of the price, such as EUR' },
        brand: text,
        sku: text,
        rating: { ...number, description: 'Average rating' },
      },
      ['name'],
    ),
  },
  event: {
    name: 'Event',
    example: examples.event.url,
    text: schemaText(
      {
        name: { ...text, description: 'Name of the event' },
        startDate: { ...text, description: 'When it begins' },
        location: { ...text, description: 'Where it takes place' },
        price: number,
      },
      ['name'],
    ),
  },
} satisfies Record<string, Ready>

/** Schemas to begin with. */
export const ReadyMade = ({
  hasModel,
  onChoose,
}: {
  hasModel: boolean
  onChoose: (ready: Ready) => void
}) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
    Schemas
    {Object.values(readyMade).map(ready => (
      <button
        key={ready.name}
        type="button"
        onClick={() => onChoose(ready)}
        className="rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
      >
        {ready.name.toLowerCase()}
      </button>
    ))}
    {!hasModel && <span>These work without a language model; none is set up here.</span>}
  </p>
)
