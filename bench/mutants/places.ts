import ts from 'typescript-5'

/** A mutation: these characters of a file give way to others. */
export type Place = {
  file: string
  line: number
  start: number
  end: number
  replacement: string
  /** What stands there, and what takes its place, as a reader sees it. */
  from: string
  to: string
  /** The expression or statement that contains it: a probe says whether it runs. */
  around: { start: number; end: number }
  isStatement: boolean
}

type Change = { start: number; end: number; to: string; shown?: { from: string; to: string } }

/**
 * What can be changed in a file so that it does something else. One place may be changed in several
 * ways. Literals outside functions are data, and what is logged or thrown is text for people: a
 * change there is none that a test of behaviour should notice.
 */
export const findPlaces = (file: string, text: string): Place[][] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const places: Place[][] = []
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (isText(node)) return
    const isInside = isInFunction || ts.isFunctionLike(node)
    const changes = isInside ? changesOf(node) : []
    if (changes.length > 0)
      places.push(changes.map(change => ({ ...placeOf(source, node, change), file })))
    ts.forEachChild(node, child => visit(child, isInside))
  }
  visit(source, false)
  return places
}

const placeOf = (
  source: ts.SourceFile,
  node: ts.Node,
  { start, end, to, shown }: Change,
): Omit<Place, 'file'> => ({
  line: source.getLineAndCharacterOfPosition(start).line + 1,
  start,
  end,
  replacement: to,
  from: shown?.from ?? source.text.slice(start, end),
  to: shown?.to ?? to,
  ...aroundOf(node),
})

/** A line that began with a bracket would go on with the one before: there are no semicolons. */
const aroundOf = (node: ts.Node): Pick<Place, 'around' | 'isStatement'> => {
  const statement = ts.findAncestor(node, ts.isExpressionStatement)
  const isFirst = statement?.getStart() === node.getStart()
  const whole = isFirst && statement ? statement : node
  return { around: spanOf(whole), isStatement: isFirst || ts.isIfStatement(node) }
}

/** Types, imports, and words that only people read. */
const isText = (node: ts.Node): boolean => {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isThrowStatement(node)) return true
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  if (ts.isPropertyAssignment(node)) return /^(help|message|description)$/.test(node.name.getText())
  return ts.isCallExpression(node) && isLogging.test(node.expression.getText())
}
const isLogging = /(^|\.)(log|logger|console)\.\w+$|(^|\.)(say|warn|describe)$/

const changesOf = (node: ts.Node): Change[] => {
  if (ts.isBinaryExpression(node)) return ofOperator(node)
  if (ts.isPrefixUnaryExpression(node)) return ofNegation(node)
  if (ts.isNumericLiteral(node)) return ofNumber(node)
  if (ts.isStringLiteral(node)) return ofComparedString(node)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ ...spanOf(node), to: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ ...spanOf(node), to: 'true' }]
  if (ts.isIfStatement(node)) return ofEarlyExit(node)
  return []
}

const spanOf = (node: ts.Node) => ({ start: node.getStart(), end: node.getEnd() })

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '+=': ['-='],
  '-=': ['+='],
}

const ofOperator = ({ operatorToken, left, right }: ts.BinaryExpression): Change[] => {
  const isMixed = operatorToken.getText() === '&&' || operatorToken.getText() === '||'
  const { start, end } = spanOf(operatorToken)
  return (operators[operatorToken.getText()] ?? []).map(to =>
    isMixed
      ? {
          start: left.getStart(),
          end: right.getEnd(),
          // Brackets keep the operands together: the other operator may bind differently.
          to: `((${left.getText()}) ${to} (${right.getText()}))`,
          shown: {
            from: operatorToken.getText(),
            to: `${to} in ${short(`${left.getText()} … ${right.getText()}`)}`,
          },
        }
      : { start, end, to, shown: { from: operatorToken.getText(), to } },
  )
}

const ofNegation = (node: ts.PrefixUnaryExpression): Change[] => {
  if (node.operator !== ts.SyntaxKind.ExclamationToken) return []
  const shown = { from: short(node.getText()), to: 'no negation' }
  return [{ start: node.getStart(), end: node.operand.getStart(), to: '', shown }]
}

const ofNumber = (node: ts.NumericLiteral): Change[] => {
  const value = Number(node.text)
  if (isName(node) || isForTheChecker(node) || !Number.isSafeInteger(Math.trunc(value))) return []
  const digits = node.text.split('.')[1]?.length ?? 0
  // A bound of 400 that is 401 is the same bound for everybody.
  const others = value < leastBound ? [value + 1, value - 1] : [value * 2, Math.ceil(value / 2)]
  return others.map(other => ({
    ...spanOf(node),
    to: other < 0 ? `(${other.toFixed(digits)})` : other.toFixed(digits),
  }))
}

const leastBound = 20

const isName = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (ts.isBindingElement(node.parent) && node.parent.propertyName === node)

/** `list[at] ?? 0`: the compiler cannot know that there always is one. */
const isForTheChecker = ({ parent }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) &&
  parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
  (ts.isElementAccessExpression(parent.left) || /\.at\([^()]*\)$/.test(parent.left.getText()))

const ofComparedString = (node: ts.StringLiteral): Change[] => {
  const { parent } = node
  if (!ts.isBinaryExpression(parent) || node.text === '') return []
  return /^[!=]==$/.test(parent.operatorToken.getText()) ? [{ ...spanOf(node), to: "''" }] : []
}

/** `if (…) return` without an else; the same with `continue` and `break`. */
const ofEarlyExit = (node: ts.IfStatement): Change[] => {
  const [only, more] = ts.isBlock(node.thenStatement)
    ? node.thenStatement.statements
    : [node.thenStatement]
  if (!only || more || node.elseStatement) return []
  if (!ts.isReturnStatement(only) && !ts.isContinueStatement(only) && !ts.isBreakStatement(only))
    return []
  return [{ ...spanOf(node), to: ';', shown: { from: short(node.getText()), to: 'left out' } }]
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 67)}…` : line
}
