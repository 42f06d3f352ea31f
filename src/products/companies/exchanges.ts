/**
 * Stock exchanges: the suffix of their symbols (`SAP.DE`), their market identifier code (ISO 10383)
 * and what else people put in front of a symbol (`ETR:SAP`). Without a suffix: the United States.
 */
const lines = `
- XNAS NASDAQ XNYS NYSE XASE AMEX NYSEAMERICAN ARCX NYSEARCA BATS OTC OTCMKTS PINK OTCM US
T XTKS XJPX TYO TSE JP
L XLON LON LSE LN
IL IOB
SZ XSHE SHE SZSE
SS XSHG SHA SSE SH
AX XASX ASX AU
NS XNSE NSE
BO XBOM BOM BSE
HK XHKG HKG HKEX HKSE
V XTSX CVE TSXV
TO XTSE TSX CA
CN XCNQ CNSX CSE
NE NEOE NEO
BK XBKK BKK SET
SA BVMF BVMFBOVESPA B3 SAO
MU XMUN MUN
BE XBER BER
DU XDUS DUS
HM XHAM HAM
HA XHAN HAN
SG XSTU STU
F XFRA FRA FWB XFKA FKA
DE XETR ETR XETRA GER GR
MX XMEX BMV MEX
KQ XKOS KOSDAQ
KS XKRX KRX KOSPI
VI XWBO VIE WBAG
PA XPAR EPA PAR FP
ST XSTO STO OMXSTO
TWO ROCO TPEX
TW XTAI TPE TWSE
JK XIDX IDX JKT
SI XSES SGX SES
MI XMIL BIT MIL
TA XTAE TLV TASE
IS XIST IST BIST
OL XOSL OSL
JO XJSE JSE JNB
TI TLO
SN XSGO SGO BCS
BA XBUE BCBA BUE
KL XKLS KLSE MYX
SW XSWX SWX EBS VTX SIX
ME MISX MCX MOEX
MC XMAD BME MCE
CO XCSE CPH
HE XHEL HEL
AT ASEX ATH ATHEX
BR XBRU EBR BRU
NZ XNZE NZE NZX
SR XSAU TADAWUL SAU
AS XAMS AMS AEX
QA DSMD DOH QSE
PR XPRA PRA PSE
LS XLIS ELI LIS
IR XDUB ISE DUB
VS XLIT VSE LIT
IC XICE ICE
AQ AQXE AQSE
BD XBUD BUD BET
TL XTAL TAL
RG XRIS RSE RIS
WA XWAR WSE WAR
S XSAP SAPPORO
NX ENX
`

/** What stands in front of a symbol → the suffix, in capitals; empty for the United States. */
const suffixes = new Map<string, string>()
for (const line of lines.trim().split('\n')) {
  const [own = '', ...names] = line.split(' ')
  const suffix = own === '-' ? '' : own
  for (const name of names) suffixes.set(name, suffix)
  if (suffix && !suffixes.has(suffix)) suffixes.set(suffix, suffix)
}

export const exchangeSuffix = (name: string): string | undefined => suffixes.get(name.toUpperCase())
