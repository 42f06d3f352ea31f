import { Compass } from 'lucide-react'
import { buttonLook, Card, Empty } from './parts/basics.tsx'
import { Link } from './route.tsx'

/** An address that leads nowhere, with the way on. */
export const Lost = ({ path }: { path: string }) => (
  <Card>
    <h1 className="sr-only">Page not found</h1>
    <Empty Icon={Compass} title="There is no such page">
      <p className="break-all">
        There is nothing at <code className="font-mono text-xs">{path}</code>.
      </p>
      <Link to="/" className={buttonLook('main')}>
        Go to the overview
      </Link>
    </Empty>
  </Card>
)
