/** Where a sign is looked for, and the names that are one; anchored, so that no prefix misfires. */
export type Sign = {
  in: 'class' | 'variable' | 'attribute' | 'tag' | 'file' | 'generator'
  pattern: RegExp
  /** Different names that must match. */
  least?: number
}

export type Rule = { name: string; kind: 'framework' | 'library'; signs: Sign[] }

const classes = (pattern: RegExp, least = 1): Sign => ({ in: 'class', pattern, least })
const variables = (pattern: RegExp, least = 1): Sign => ({ in: 'variable', pattern, least })
const attributes = (pattern: RegExp, least = 1): Sign => ({ in: 'attribute', pattern, least })
const tags = (pattern: RegExp, least = 1): Sign => ({ in: 'tag', pattern, least })
const files = (pattern: RegExp): Sign => ({ in: 'file', pattern, least: 1 })

const framework = (name: string, ...signs: Sign[]): Rule => ({ name, kind: 'framework', signs })
const library = (name: string, ...signs: Sign[]): Rule => ({ name, kind: 'library', signs })

/** Each needs two of its signs: one name alone may be anybody's. */
export const rules: readonly Rule[] = [
  framework(
    'Bootstrap',
    variables(/^--bs-(?:primary|body-bg|body-color|border-radius|font-sans-serif|link-color)$/, 2),
    classes(/^(?:navbar-expand(?:-(?:sm|md|lg|xl|xxl))?|navbar-toggler|navbar-brand)$/),
    classes(/^btn-outline-(?:primary|secondary|light|dark)$/),
    classes(/^(?:col-(?:sm|md|lg|xl)-\d{1,2}|offset-(?:sm|md|lg)-\d{1,2})$/),
    attributes(/^data-bs-(?:toggle|target|dismiss|ride|theme)$/),
    files(/(?:^|\/)bootstrap(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'CoreUI',
    variables(/^--cui-(?:primary|body-bg|body-color|border-radius)$/, 2),
    attributes(/^data-coreui-/),
    files(/(?:^|\/)coreui(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'Tailwind CSS',
    variables(/^--tw-[a-z-]+$/, 5),
    variables(
      /^--(?:spacing|text-(?:xs|sm|lg|xl)|color-(?:slate|gray|zinc|neutral|red|blue)-\d{2,3}|default-font-family|font-weight-(?:medium|semibold|bold))$/,
      2,
    ),
    classes(/^(?:-?[mp][xytrbl]?-(?:\d{1,2}|\d\.5|px|auto)|gap-\d{1,2}|space-[xy]-\d{1,2})$/, 4),
    classes(/^(?:sm|md|lg|xl|2xl|hover|focus|dark|group-hover):[a-z[]/, 3),
    classes(
      /^(?:text-(?:xs|sm|base|lg|[2-9]?xl)|font-(?:medium|semibold|bold)|rounded-(?:md|lg|xl|full)|max-w-(?:\dxl|prose|screen-\w+)|bg-(?:white|black|[a-z]+-\d{2,3}))$/,
      4,
    ),
  ),
  framework(
    'Bulma',
    variables(/^--bulma-(?:primary|scheme-main|body-family|radius|text)(?:-[hsl])?$/, 2),
    classes(
      /^(?:is-(?:primary|link|info|size-\d|fullwidth|rounded)|has-text-(?:centered|weight-bold|grey))$/,
      2,
    ),
    classes(/^(?:navbar-(?:item|burger|menu|start|end)|hero-body|columns|column|level-item)$/, 2),
    files(/(?:^|\/)bulma(?:[.@-][\w.-]*)?\.css(?:\?|$)/),
  ),
  framework(
    'Foundation',
    classes(
      /^(?:top-bar(?:-left|-right)?|title-bar|orbit-container|off-canvas-wrapper|callout)$/,
      2,
    ),
    classes(/^(?:grid-x|grid-y|cell|grid-container|grid-margin-x|grid-padding-x)$/, 2),
    classes(/^(?:small|medium|large)-\d{1,2}$/, 2),
    files(/(?:^|\/)foundation(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'UIkit',
    classes(/^uk-(?:button|navbar|container|section|card|grid|heading)(?:-[a-z]+)*$/, 3),
    classes(/^uk-(?:width|child-width|margin|padding|text|flex|position)(?:-[\w@-]+)?$/, 2),
    attributes(/^(?:uk-|data-uk-)(?:grid|navbar|icon|toggle|scrollspy|sticky|slider)$/),
    files(/(?:^|\/)uikit(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'Materialize',
    classes(/^(?:waves-effect|waves-light|btn-flat|btn-floating|materialize-textarea)$/, 2),
    classes(/^(?:nav-wrapper|brand-logo|card-panel|sidenav|collection-item)$/, 2),
    files(/(?:^|\/)materialize(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'Pico CSS',
    variables(
      /^--pico-(?:primary|primary-background|background-color|font-family|spacing|border-radius)$/,
      3,
    ),
    variables(
      /^--pico-(?:form-element|card|muted|secondary|contrast|typography|block)-[a-z-]+$/,
      5,
    ),
    files(/(?:^|\/)pico(?:[.@-][\w.-]*)?\.css(?:\?|$)/),
  ),
  framework(
    'Spectre.css',
    classes(/^(?:col-\d{1,2}|columns|column|off-canvas|navbar-section)$/, 2),
    classes(
      /^(?:form-group|form-input|btn-link|btn-action|input-group|hero-body|empty-title|tile-content)$/,
      2,
    ),
    files(/(?:^|\/)spectre(?:[.@-][\w.-]*)?\.css(?:\?|$)/),
  ),
  framework(
    'Milligram',
    classes(/^button-(?:outline|clear)$/),
    files(/(?:^|\/)milligram(?:[.@-][\w.-]*)?\.css(?:\?|$)/),
  ),
  framework(
    'Terminal.css',
    classes(/^terminal(?:-[a-z]+)+$/, 2),
    variables(
      /^--(?:global-font-size|global-line-height|global-space|font-stack|mono-font-stack)$/,
      3,
    ),
    classes(/^(?:btn-default|btn-ghost|image-grid|terminal)$/, 2),
    files(/(?:^|\/)terminal(?:[.@-][\w.-]*)?\.css(?:\?|$)/),
  ),
  framework(
    'GOV.UK Frontend',
    classes(
      /^govuk-(?:button|header|link|body|heading-[a-z]+|grid-[a-z-]+|width-container|main-wrapper|footer|template)(?:[_-][\w-]+)?$/,
      3,
    ),
    variables(/^--govuk-[a-z-]+$/),
    attributes(/^data-module$/),
    files(/(?:^|\/)govuk-frontend(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'NHS.UK Frontend',
    classes(
      /^nhsuk-(?:button|header|body|width-container|main-wrapper|footer|card|grid-[a-z-]+|heading-[a-z]+)(?:[_-][\w-]+)?$/,
      3,
    ),
    classes(/^nhsuk-(?:u-|icon|link|list|hero)[\w-]*$/),
    files(/(?:^|\/)nhsuk(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'USWDS',
    classes(
      /^usa-(?:button|header|nav|card|input|link|footer|banner|hero|logo|prose|section|label|form)(?:[_-][\w-]+)?$/,
      3,
    ),
    classes(
      /^(?:grid-container|grid-row|grid-gap|tablet:grid-col-\d+|desktop:grid-col-\d+|grid-col-\d+)$/,
      2,
    ),
    variables(/^--usa-[a-z-]+$/),
    files(/(?:^|\/)uswds(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'DSFR',
    classes(
      /^fr-(?:btn|header|container|grid-row|col(?:-\w+)?|card|input|link|footer|nav)(?:[_-][\w-]+)?$/,
      3,
    ),
    variables(
      /^--(?:blue-france|background-action-high-blue-france|text-action-high-blue-france|grey-1000-50)[\w-]*$/,
    ),
    attributes(/^data-fr-(?:scheme|theme|js-\w+)$/),
    files(/(?:^|\/)dsfr(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'Carbon',
    classes(
      /^(?:cds|bx)--(?:btn|header|grid|row|col|tile|text-input|link|form-item|white|g10|g90|g100)(?:[_-][\w-]+)?$/,
      3,
    ),
    variables(
      /^--cds-(?:background|text-primary|link-primary|layer|button-primary|interactive|border-subtle)[\w-]*$/,
      3,
    ),
    tags(/^(?:cds|bx)-[a-z-]+$/, 2),
  ),
  framework(
    'Primer',
    classes(
      /^(?:Header(?:-item|-link)?|Box(?:-\w+)?|Label(?:--\w+)?|Layout(?:-\w+)?|UnderlineNav(?:-\w+)?|btn-invisible|color-(?:fg|bg)-[a-z]+|container-(?:sm|md|lg|xl)|FormControl(?:-\w+)?|AppHeader(?:-\w+)?)$/,
      2,
    ),
    variables(
      /^--(?:fgColor|bgColor|borderColor)-(?:default|muted|accent|emphasis|success)[\w-]*$/,
      3,
    ),
    variables(/^--(?:base-size-\d+|button-primary-bgColor-\w+|control-\w+-size)$/, 2),
    attributes(/^data-color-mode$/),
  ),
  framework(
    'Fomantic / Semantic UI',
    classes(/^ui$/),
    classes(/^(?:segment|menu|item|grid|column|container|header|card|form|field|message)$/, 4),
    files(/(?:^|\/)(?:semantic|fomantic)(?:[.@-][\w.-]*)?\.(?:css|js)(?:\?|$)/),
  ),
  framework(
    'Tachyons',
    classes(/^(?:[mp][atrblhv][0-7])$/, 4),
    classes(
      /^(?:f[1-6]|lh-(?:copy|title|solid)|fw[1-9]|measure(?:-wide|-narrow)?|bg-near-white|dib|mw[1-9])$/,
      3,
    ),
    files(/(?:^|\/)tachyons(?:[.@-][\w.-]*)?\.css(?:\?|$)/),
  ),
  framework(
    'PatternFly',
    classes(/^pf-(?:v\d-)?[clu]-[\w-]+$/, 3),
    variables(/^--pf-(?:v\d-|t-)?(?:global|c|l)?-?[\w-]+$/, 3),
  ),
  framework(
    'Lightning Design System',
    classes(/^slds-[a-z_-]+$/, 3),
    variables(/^--(?:slds|lwc)-[\w-]+$/, 2),
    tags(/^lightning-[a-z-]+$/),
  ),
  framework(
    'Material Web',
    tags(
      /^(?:md|mwc)-(?:[a-z]+-)?(?:button|icon-button|text-field|checkbox|dialog|tabs|list|chip-set|icon)$/,
      2,
    ),
    variables(/^--md-(?:sys|ref)-[\w-]+$/, 3),
  ),
  library(
    'daisyUI',
    variables(
      /^--(?:color-base-[123]00|color-base-content|color-primary-content|color-neutral-content)$/,
      3,
    ),
    variables(/^--(?:radius-(?:field|box|selector)|size-(?:field|selector)|depth|noise)$/, 3),
    classes(
      /^(?:btn-(?:ghost|outline|neutral|circle|square)|bg-base-[123]00|text-base-content|card-actions|menu-horizontal|navbar-(?:start|center|end))$/,
      2,
    ),
  ),
  library(
    'shadcn/ui',
    attributes(/^data-slot$/),
    variables(
      /^--(?:card-foreground|popover-foreground|muted-foreground|primary-foreground|accent-foreground|ring|radius)$/,
      5,
    ),
    classes(
      /^(?:bg-primary|text-primary-foreground|text-muted-foreground|bg-card|border-input|ring-offset-background)$/,
      2,
    ),
  ),
  library(
    'MUI',
    classes(/^Mui[A-Z]\w+-root$/, 2),
    classes(/^Mui[A-Z]\w+-(?:contained|outlined|text|sizeMedium|container|item)\w*$/),
    variables(/^--mui-(?:palette|shape|typography)-[\w-]+$/, 3),
  ),
  library(
    'Chakra UI',
    classes(/^chakra-[a-z_-]+$/, 2),
    variables(/^--chakra-(?:colors|space|fonts|radii|sizes)-[\w-]+$/, 3),
  ),
  library(
    'Ant Design',
    classes(/^ant-(?:btn|layout|menu|row|col|card|input|typography|form)(?:-[\w-]+)?$/, 3),
    classes(/^(?:css-(?:dev-only-do-not-override-|var-)\w+|anticon(?:-[a-z-]+)?|ant-app)$/),
    variables(/^--ant-[\w-]+$/, 3),
  ),
  library(
    'Mantine',
    classes(/^mantine-[A-Z]\w+-root$/, 2),
    variables(/^--mantine-(?:color|spacing|radius|font|primary)-[\w-]+$/, 3),
    attributes(/^data-mantine-color-scheme$/),
  ),
  library(
    'Vuetify',
    classes(
      /^v-(?:application|btn|app-bar|main|container|row|col|card|toolbar)(?:[_-][\w-]+)?$/,
      3,
    ),
    variables(/^--v-(?:theme|border|medium|high)-[\w-]+$/, 2),
  ),
  library(
    'Angular Material',
    classes(/^mat-(?:mdc-)?[\w-]+$/, 3),
    tags(/^mat-[a-z-]+$/, 2),
    variables(/^--mat-[\w-]+$/, 3),
  ),
  library(
    'Radix Themes',
    classes(/^rt-[A-Z]\w+$/, 2),
    classes(/^radix-themes$/),
    variables(/^--(?:accent|gray)-(?:[1-9]|1[0-2])$/, 8),
  ),
  library(
    'Element Plus',
    classes(/^el-(?:button|row|col|menu|input|card|form|container|header)(?:[_-][\w-]+)?$/, 3),
    variables(/^--el-(?:color|text|border|fill|font)-[\w-]+$/, 3),
  ),
  library(
    'Shoelace',
    tags(/^(?:sl|wa)-(?:button|input|card|icon|dialog|tab-group|select|dropdown|badge)$/, 2),
    variables(/^--(?:sl|wa)-(?:color|spacing|font|border|input)-[\w-]+$/, 3),
  ),
  library(
    'Ionic',
    tags(/^ion-(?:app|content|header|button|card|item|list|toolbar|title|icon)$/, 3),
    variables(/^--ion-[\w-]+$/, 3),
  ),
]
