import { useState } from 'react'
import { Card } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Choice } from '../parts/fields.tsx'

/** The call a pane makes, for people to take into their own program. */
export const SameCall = ({
  apiUrl,
  path,
  body,
}: {
  apiUrl: string
  path: string
  body: object
}) => {
  const [language, setLanguage] = useState<'curl' | 'ts'>('curl')
  return (
    <Card
      title="The same call"
      actions={
        <Choice
          label="Language"
          options={[
            { value: 'curl', label: 'curl' },
            { value: 'ts', label: 'TypeScript' },
          ]}
          value={language}
          onChange={setLanguage}
        />
      }
    >
      <Code
        label="call"
        text={language === 'curl' ? curl(apiUrl + path, body) : typescript(apiUrl + path, body)}
      />
    </Card>
  )
}

const curl = (url: string, body: object) =>
  [
    `curl ${url} \\`,
    '  -H "Authorization: Bearer $SITERAY_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join('\n')

const typescript = (url: string, body: object) =>
  [
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    "  method: 'POST',",
    '  headers: {',
    '    authorization: `Bearer $' + '{process.env.SITERAY_KEY}`,',
    "    'content-type': 'application/json',",
    '  },',
    `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`,
    '})',
    'if (!answer.ok) throw new Error((await answer.json()).error)',
    'const result = await answer.json()',
  ].join('\n')
