import type { OneKeyAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { useAnswer } from '../api/use-answer.ts'
import { imageLines } from '../connect/image-lines.ts'
import { OneOf } from '../connect/one-of.tsx'
import { Button, Card } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'

/** A publishable key is made to be seen: here it is, and in lines that work as they are. */
export const WholeKey = ({ shown, onRoll }: { shown: OneKeyAnswer; onRoll: () => void }) => {
  const { value } = useAnswer('GET /playground', {})
  const { key } = shown
  if (key === null)
    return (
      <Card title="This key cannot be shown">
        <p className="mb-3">
          It was made before Siteray kept publishable keys. It still works. A new key in its place
          can be shown at any time.
        </p>
        {shown.mayChange && <Button onClick={onRoll}>Create a new one</Button>}
      </Card>
    )
  return (
    <>
      <Card title="The whole key" about="It is safe in web pages: it gives access to images only.">
        <div className="flex flex-wrap items-center gap-2">
          <code
            data-testid="whole-key"
            className="break-all rounded border bg-page px-2 py-1 font-mono text-xs"
          >
            {key}
          </code>
          <Copy text={key} label="Copy key" />
        </div>
      </Card>
      {value && (
        <OneOf
          group={{
            title: 'Ready to copy',
            about:
              'These lines have this key and this server’s address. Replace the domain with yours.',
            lines: imageLines(value.imageUrl, key),
          }}
        />
      )}
    </>
  )
}
