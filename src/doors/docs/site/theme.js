/* Before anything is painted: the theme that was chosen in the dashboard is the documents' too. */
const chosen = localStorage.getItem('theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen
