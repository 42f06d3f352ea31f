/** What shops, services, schools, clubs, doctors and forums call the same thing in English. */
export const trades = `
diameter dia
thickness thick
frequency hz hertz
wattage watt
brightness lumen luminance nits
wifi wlan internet
webcam camera
headphone headset earphone earbud
graphics gpu
motherboard mainboard
storage hdd capacity
capacity litre liter gallon
charger adapter adaptor
cable cord wire
microphone mic
smartphone cellphone handset
tv television
noise decibel loudness
lifespan lifetime longevity
accessory addon extra
compatible compatibility
accuracy precision
framerate fps
colorway color hue
pattern motif
neckline collar neck
waist waistline
inseam inleg leg
chest bust
trousers pants slacks
sneaker shoe footwear
clothing apparel garment
sweater jumper pullover
closure fastening fastener clasp buckle
men male gents
women female ladies
jewelry jewellery
carat karat ct
caliber calibre movement
scent fragrance aroma
sofa couch settee
assembly assemble
installation install setup
filling stuffing padding
payload load
lamp light luminaire
shelf shelving
flavor flavour taste
allergen allergy
origin provenance
grape varietal variety
alcohol abv
beverage drink
appetizer starter
recipe dish
rpm revolution rotation
cordless wireless
tank reservoir
spare replacement
bike bicycle
ebike pedelec
crankset chainset crank
cassette sprocket freewheel
tyre tire
emission co2
coupon promo voucher
promotion promo deal
bundle kit
clearance closeout
cashback rebate
wholesale bulk
loyalty reward
cart basket trolley
tax vat gst
installment instalment
invoice bill
minimum min lowest
maximum max highest
average avg typical
percent percentage pct
estimated approx approximate approximately
carrier courier shipper
shipping ship shipment
shipment parcel consignment
free complimentary gratis
refund reimbursement moneyback
cancellation cancel
repair fix
preorder presale
warehouse depot
tier plan subscription
subscription subscribe membership
demo demonstration
customer client clientele
user member
integration connector
plugin addon extension
certification accreditation accredited certified
portfolio showcase
expertise specialty speciality specialization specialisation competence
specialist expert
advisor adviser consultant
consultation appointment
quotation quote estimate
award prize honor honour accolade
uptime sla
support help assistance helpdesk
login signin logon
quota limit allowance
app application
app software
monthly month mo
yearly annual annually annum
weekly week wk
hourly hour hr
technology tech stack
freelancer contractor
bio biography profile
username handle screenname
avatar portrait headshot photo
therapist practitioner clinician counselor counsellor
supervisor manager
cofounder founder
chairman chair chairperson chairwoman
developer programmer coder
lawyer attorney solicitor barrister
accountant bookkeeper cpa
educator teacher
testimonial endorsement quote
reviewer critic
credential qualification
resume cv vitae
branch outlet
tollfree freephone
cell cellphone mobile
extension ext
inquiry enquiry
monday mon
tuesday tue
wednesday wed
thursday thu thur
friday fri
saturday sat
sunday sun
weekday workday
vacation holiday pto
timezone tz
parking carpark
accessibility accessible wheelchair
coordinate gps geo
distance proximity
applicant candidate
responsibility duty task
internship traineeship placement
workload fte
recruiter headhunter
bonus incentive
skill competency ability
degree diploma
insurance coverage
pension retirement
registration register signup rsvp
agenda programme timetable schedule
workshop seminar masterclass
talk lecture presentation
conference congress symposium convention summit
booth stall
expo tradeshow fair
webinar webcast
attendance turnout crowd
recurrence recurring repeat
moderator facilitator
virtual online
upcoming future
course class
curriculum syllabus
semester term
exam examination test
homework assignment
principal headmaster headteacher
learner student trainee
alumni alumnus graduate
scholarship bursary
thesis dissertation
kindergarten preschool
enrolled enrollment enrolment
objective goal aim
beginner novice
apartment apt flat condo
rent rental
landlord lessor
tenant renter lessee
garden yard backyard
basement cellar
elevator lift
aircon ac
acreage acre lot
mortgage loan
renovation renovated refurbished remodeled
floorplan layout
toilet wc restroom lavatory
valuation appraisal
hotel accommodation lodging
checkin arrival
checkout departure
airline carrier
layover stopover
luggage baggage
tour excursion
itinerary route
attraction sight landmark
guest visitor
traveler traveller tourist
rental hire
trail hike trek
subway metro underground
occupancy sleeps
doctor dr gp medic
medication medicine drug
prescription rx
diagnosis diagnosed
disease illness disorder
vaccine vaccination immunization
surgery operation
warning precaution caution
pharmacy chemist drugstore
cause reason
fatality death
caregiver carer
apr interest
deductible excess
policyholder insured
beneficiary payee
recipient grantee awardee
cap capitalization capitalisation
debt liability
expense expenditure spending
investor backer
lender creditor
lawsuit litigation
court tribunal
judge justice magistrate
verdict judgment judgement decision
statute law legislation
plaintiff claimant petitioner
defendant respondent accused
offense offence crime
paper study
preprint arxiv
methodology method approach
result finding outcome
specimen sample
bibliography reference literature
researcher investigator scientist
laboratory lab
discovery discovered
acronym abbreviation
definition meaning
pronunciation phonetic
goalkeeper keeper goalie
captain skipper
referee umpire
opponent opposition versus vs
standing ranking leaderboard
draw tie
win victory
loss defeat
tournament championship cup
champion winner
finalist runnerup
kickoff tipoff
athlete player
thread discussion conversation
reputation karma
administrator admin
solved resolved answered
community forum
follower subscriber fan
views hits impressions
contributor committer
bug issue defect
download install
package library module
documentation doc manual guide
tutorial howto walkthrough guide
parameter param argument arg
latest newest recent
command cmd
configuration config setting
environment env
checksum hash
architecture arch
directory folder
vulnerability cve
assignee assigned
journalist reporter correspondent columnist author
subtitle subheading subheadline standfirst
newsletter bulletin
transcript transcription
viewer audience
channel uploader
trailer preview
broadcaster network
tracklist song
songwriter lyricist
bpm tempo
feat featuring
soundtrack ost
vocalist singer
dlc expansion
boxoffice gross
cinematographer cinematography
excerpt extract snippet
councillor councilor councilmember
constituency electorate
legislator lawmaker
donation contribution
donor benefactor
charity nonprofit ngo
permit authorization authorisation
tender procurement rfp
ordinance bylaw
resident citizen inhabitant
announcement notice
employee personnel worker
established est
founded est
satisfied satisfaction happy
subsidiary affiliate
acquisition acquired takeover
competitor rival
provider supplier
distributor reseller
related similar
`
