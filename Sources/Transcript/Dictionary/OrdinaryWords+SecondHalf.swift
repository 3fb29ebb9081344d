extension OrdinaryWords {
  static let secondHalf = """
    justify keep keeping keeps kept kernel kernels key keys keyword keywords kill killed killing kind kinds kitchen
    knee knew know knowledge known knows la label lack land language languages laptop large largely larger largest
    last late later latest latter law laws lawyer layer layers layout lead leader leaders leading leads leak leaks
    leap learn lease least leave leaves leaving led left legacy legal legitimate lemon length less let lets letter
    letters level levels lexical lib liberal libraries library license licenses lie lies life light like likely
    likes likewise limit limitation limitations limited limits line linear lines link linked linker linking links
    lion list listed listen listening listing lists lite literal little live lives living lo load loaded loader
    loading local locale locales locally located location locations lock locked locking locks log logic logical
    logically login long longer look looked looking looks lookup loop loops lose loss lost lot love lovely low lower
    lowercase lowest luggage lunch ma machine machinery machines macro macron macros made magic magical mail mailing
    main mainly mainstream maintain maintained maintainers maintaining maintains maintenance major majority make
    makes making malformed man manage managed management managers managing mandatory manifest manipulate
    manipulating manipulation manner manual manually many map mapped mapping mappings maps mar march marginal mark
    marked market marking markings marks martin mas mask masks mass massive master match matched matches matching
    material materials math mathematical matter matters max maximum may maybe me mean meaning meaningful meanings
    means meant measure measured measures mechanism mechanisms med media medicine medium meet meeting meetings
    member members membership memory men mention mentioned mentions menu mere merely merge merged message messages
    met meta method methods microseconds mid middle might migrate mike military million millions mime min mind
    minimal minimum minor minority minus minutes misc miscellaneous misleading missed missing mistake mistakes mixed
    mod mode model modern modes modification modifications modified modifier modifiers modifies modify modifying
    module modules moment monday monetary money monitor monitored monitoring monotonic month months moonshine moral
    more moreover morning morrow mortal most mostly mother mount mountain mounted mounts mouse move moved movement
    movements moving much multi multiple multiplication must mutual my myth name named namely names naming
    nanoseconds narrow nation national nations native natural naturally nature near nearest nearly necessarily
    necessary necessity need needed needless needs negative neither nested net network networking networks neutral
    never nevertheless new newer newline newlines newly news next nice nicer nick night no node nodes non none
    nonempty nonexistent nonsense nonstandard nonzero nor normal normalized normally north not notation note noted
    notes nothing notice notification notifications notify noting notion november now nowadays null number numbered
    numbers numeric numerical numerous nurse obey obj object objective objects obsolete obsoleted obtain obtained
    obvious obviously occur occurred occurrence occurs ocean octal octets october odd of off offer office official
    offset offsets often old older omega omit omitted on once one ones online only onto onwards op opaque open
    opened opening opens operand operate operates operating operation operations operative operator operators
    opinion opinions opportunity opposed opposing opposite ops opt optimization optimized option optional optionally
    options opts or orange order ordered ordering orders ordinal ordinary oriented origin original originally
    originated other others otherwise our ourselves out outcome outer outlook output outside over overall overcome
    overflow overflows overhead overheads overload overloaded overridden override overrides overrun overview
    overwritten own owned owner owners ownership owning owns pa pack package packages packed packet packets pad
    padded padding page pages paid pain pair pairs panic paper papers paragraph paragraphs parallel parameter
    parameters parent parentheses parents parity parliament parse parsed parser parsing part partial participate
    particular particularly parties partition partly parts party pass passed passes passing passive passport
    password past pat patch patches path paths pattern patterns pause pay payload peace peek peer pending people
    pepper per percent perfect perfectly perform performance performed performing performs perhaps period periods
    perm permanent permission permissions permit permits permitted persistent person personal personality persons
    perspective peter phase philosophy phone physical pi picture piece pieces pig ping pipe pipes pitch pivot place
    placed places placing plain plan plane planned planning plans platform platforms play played please plugin plus
    pocket point pointed pointer pointers pointing points pole police policies policy political poll pollution pool
    poor pop popular population port portability portable portal porters porting portion portions ports position
    positions positive possession possibilities possibility possible possibly post potential potentially pound power
    powerful powers practical practice practices preamble preceded precedence preceding precise precisely precision
    predefined predicted prefer preference preferred prefix prefixed prepared presence present presented presents
    preserve preserved press pressure presumably pretty prevent prevents previous previously price primarily primary
    prime primitive principle principles print printable printed printer printing prints prior priorities priority
    prism private privilege privileged privileges pro probably probe problem problems procedure procedures process
    processed processes processing processor processors produce produced producer producers produces producing
    product production productive products profile profiling profit profits program programmer programmers
    programming programs progress project projects promote propagation proper properly properties property proposed
    protect protected protection protest protocol protocols prototype prototypes prove proved proven provide
    provided provides providing proxy pseudo public publicly published punctuation pure purely purpose purposes
    purse push pushed put puts putting python qualified quality quantity queries query question questions queue
    queued queues quick quickly quit quite quota quotation quote quoted quotes quoting rabbit race races radical
    rain raise raised raises ram random range ranges rank rare rarely raspberry rate rates rather rational rationale
    raw re reach reached reaction read readability readable reader readers reading reads ready real reality really
    reason reasonable reasons recall receive received receives receiving recent recently recognize recognized
    recommend recommended record records recursion recursive recursively red redirect redistribute reduce reduced
    reduces reducing redundant ref refer reference referenced references referred referring refers reflect reflected
    reflects reform refs refuse refused refuses regard regarded regarding regardless regards regents regime region
    regional regions register registered registers regular reject rejected related relating relation relations
    relationship relationships relative relatively release released releases relevant reliable relocate relocation
    rely remain remainder remained remaining remains remember remote removal remove removed removes removing rename
    renamed render rendering reorder repeat repeated repeatedly replace replaced replacement replaces replacing
    reply report reported reporting reports repository represent representation representations representative
    representatives represented representing represents republic request requested requests require required
    requirement requirements requires requiring research reserve reserved reset resident resides resist resistance
    resolution resolve resolved resolver resolving resource resources resp respect respective respectively response
    responses responsibility responsible rest restart restaurant restore restored restrict restricted restriction
    restrictions result resulted resulting results retrieve retrieved retry return returned returning returns
    reverse review revision reward rewind reword rewording rework rewrite rewrites rewritten rewrote rich rid right
    rights ring rise risk river road robin robust role roman room root rooted roots rose roughly round rounded
    rounding route routine routines routing ruby rule rules ruling run running runs rust sadly safari safe safely
    safety said sake salad salary salt same sample samples sat saturday save saved saving savings saw say saying
    says scalar scale scan scenario scheduled scheduler scheduling scheme schemes school science scientific scope
    score screen script scripts seal seals search searched searches searching sec second secondly seconds secret
    section sections sector secure security see seed seeing seek seeking seem seems seen sees segment segments seize
    select selected selection self sell semantics semaphore semaphores send sending sends sense sent sentence
    separate separated separator september sequence sequences serge serial series serious seriously serve server
    servers serves service services session set sets setting settings setup several shadow shall shape share shared
    shares sharing sharp she sheep shell shells shift shifted shirt shoes shop short shorter shot should shoulder
    show showed showing shown shows shut shutdown side sign signal signals signature signed significant
    significantly signifies silently similar similarly simple simpler simplify simply simultaneously sin since
    single singly sister site sites situation situations six size sizes skip skipped skirt slab slack slash slave
    slaves sleep slice slightly slogan slot slow small smaller smart smith snow so social society sock socket
    sockets soft software sol sold sole solution solutions solve some somehow someone something sometimes somewhat
    somewhere soon sorry sort sorted sought sound soup source sources south southeast space spaces spark spawn speak
    speaking speaks spec special specific specifically specification specifications specified specifier specifiers
    specifies specify specifying speed spent spin spirit spite splice split spread spring sprint square stable stack
    stage stand standard standards standing stands start started starting starts startup stat state stated statement
    statements states static statically stating statistics stats status stay stdio step steps sticky still stock
    stomach stop stopped stops storage store stored stores storing storm strange strategy strawberry stream streams
    street strength stress stressed strict strictly strike strikes string strings strip stripe stroke strong
    strongly structure structures studies study stuff style subclass subject subjected subjects submit subscribe
    subsection subsections subsequent subsequently subset substantial substitute substitution subsystem succeed
    succeeded succeeds success successful successfully such suffer sufficient sufficiently suffix sugar suggest
    suggested suggestion suggestions suggests suitable suite sum summary summer sun sunday sunny super superior
    superscript superuser supplement supplementary supplied supplies supply support supported supporting supports
    suppose supposed suppress suppression sure surplus surprise surprising survive suspend swap swift switch
    switches symbol symbolic symbols sync synonym synonyms synopsis syntax system systems tab table tables tabs tag
    tags tail taint tainted take taken takes taking talk talking tap tape tar target targets task tasks taxi tea
    teacher teaches team teams technical technique techniques technology tee tell tells temp template temporarily
    temporary ten tend tendency tends term termed terminal terminals terminate terminated terminates terminating
    termination terminator terminology terms test tested testing tests text than thanks that the their them
    themselves then theoretical theory there thereby therefore these they thing things think thinking third this
    those though thought thousands thread threaded threading threads threat three threshold through throughout throw
    thursday thus ti ticket ticks tie tied tiger tilde time timer timers times timestamp timestamps timezone tiny
    title titles to today together token tokens tom tomorrow tonight tony too took tool tools top total totally tout
    toward towards town toy trace traced tracing track trade tradition traditional traditionally trailing train
    transfer transferred transform transformation transformed transition translate translated translates translation
    translations transmission transmitted transparent transparently transport trap traverses treat treated treatment
    treats tree tried tries trigger triggered trim trip triple trousers true truly truncate truncated truncation
    trust trusted truth try trying tuesday tunnel turn turned turning turns tutorial twice two type typed types
    typical typically typographical tyranny ultimate ultimately unable unavailable unchanged uncle undefined under
    underflow underlying underscore understand understanding understood undocumented undoubtedly unequal unexpected
    unfortunately unified uniform unimplemented uninitialized union unions unique unit united units universal
    university unknown unless unlike unlikely unlisted unlock unlocked unnecessary unpack unprivileged unsafe unset
    unsigned unspecified unstable unsupported until unused up update updated updates upgrade upgraded upgrading upon
    upper uppercase ups upstream upwards urban us usable usage use used useful useless user username users uses
    using usual usually utilities utility valid validity value values van var variable variables variant variants
    variation varies variety various vars vary vast vector verbatim verbose verify version versions versus vertical
    very via vice view viewed views violate violation virtual visible vision visited visual void vol volume
    voluntary vote voting vulgar wait waiter waiting waits wake walk wall wallet want wanted wants war warn warning
    warnings warranty was watch watched water wave way ways we weak wealth weaver web wed wednesday week weekend
    weight welfare well went were west western what whatever wheeler when whence whenever where whereas whereby
    whether which while white who whole whom whose why wide widely wider widespread width wife will willing win
    window windows wine winter wish wishes with within without wolf women won wonder word wording words work
    workaround worked worker workers working works workshops world worse worth would wrap wrapper writable write
    writer writers writes writing writings written wrong wrote xi xor xref year years yes yesterday yet yield yields
    you young your yourself zero zeros zip zone zoom
    """
}
