/** The language of a source file by its ending, as fences of Markdown name it. */
export const codeLanguageOf = (url: string): string | undefined => {
  const path = URL.parse(url)?.pathname ?? ''
  const ending = /\.([a-z][a-z\d]{0,9})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return languages.get(ending) ?? wholeNames.get(path.split('/').at(-1) ?? '')
}

/** That of a script, by the program that it asks for in its first line. */
export const scriptLanguageOf = (text: string): string | undefined => {
  const [, program = ''] = /^#!(?:\s*\S*\/)(?:env\s+(?:-\S+\s+)*)?([a-z]+)/i.exec(text) ?? []
  return interpreters.get(program.toLowerCase()) ?? languages.get(program.toLowerCase())
}

const interpreters = new Map([
  ['zsh', 'bash'],
  ['node', 'javascript'],
  ['rscript', 'r'],
])

/** Files that have no ending. */
const wholeNames = new Map([
  ['Dockerfile', 'dockerfile'],
  ['Makefile', 'makefile'],
  ['Jenkinsfile', 'groovy'],
  ['Gemfile', 'ruby'],
  ['Rakefile', 'ruby'],
])

/** Each language with its endings, where those are others than its name. */
const languages = new Map(
  'python py pyw pyi,javascript js mjs cjs,jsx,typescript ts mts cts,tsx,java,kotlin kt kts,swift,c h,cpp cc cxx hpp hh hxx,csharp cs,go,rust rs,ruby rb,php,perl pl pm,lua,r,scala,dart,elixir ex exs,erlang erl,haskell hs,ocaml ml,clojure clj,julia jl,zig,bash sh zsh,powershell ps1,sql,css,scss,less,vue,svelte,graphql gql,protobuf proto,hcl tf,toml,ini cfg properties,yaml yml,diff patch,latex tex,makefile mk,dockerfile,groovy gradle,asm s,fsharp fs fsx,vb,nim,nix,solidity sol,cmake,batch bat cmd,fortran f90,lisp el,astro,coffeescript coffee,prisma,bibtex bib,json5'
    .split(',')
    .flatMap(row => {
      const [name = '', ...endings] = row.split(' ')
      return [name, ...endings].map(ending => [ending, name] as const)
    }),
)
