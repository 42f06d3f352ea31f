import { join } from '../parts/words.ts'

/** An address of the web as a link, if it is one; hosts learn nothing of who followed it. */
export const WebLink = ({ url, className }: { url: string; className?: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a
      href={url}
      title={url}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className={join('hover:underline', className)}
    >
      {url}
    </a>
  ) : (
    url
  )
