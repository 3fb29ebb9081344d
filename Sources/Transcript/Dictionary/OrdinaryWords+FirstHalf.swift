extension OrdinaryWords {
  static let firstHalf = """
    abbreviated abbreviation abbreviations ability able abolished abort about above absence absolute absolutely
    abstract accent accept acceptable accepted accepting accepts access accessed accesses accessible accessing
    accidentally according accordingly account accounting accounts acct accumulation accuracy accurate achieve
    achieved acknowledge acknowledgements acquire acquired acquisition across act acted acting action actions active
    actively activities activity acts actual actually acute ad add added adding addition additional additionally
    additions address addresses adds adj adjust adjusted admin administration administrative administrator admit
    adopted advance advanced advantage advantages advice advisory advocate advocated affairs affect affected affects
    affinity after afternoon again against age agent aggregate ago agree agreed agreement agreements ahead aid aim
    aimed aims alarm algorithm alias aliases align aligned alignment all allocate allocated allocates allocating
    allocation allocations allow allowed allowing allows almost alone along alpha alphabetic alphabetical alphabets
    already also alt alter alternate alternative alternatively alternatives although always am ambient ambiguous
    among amount amounts an analogous analysis ancestor ancient ancillary and angle anon anonymous another answer
    answers anti any anyone anything anyway anywhere apart apologies app apparent apparently appear appeared appears
    append appended appendix apple apples applicable application applications applied applies apply applying
    approach appropriate approved approximately april arbitrary arc arch architecture architectures archive are area
    areas argue argued arguing argument arguments arise arithmetic arm armed arms around array arrays arrive arrived
    arrives arrow article articles artistic as aside ask asked aspect aspects assembly assert asserted assertion
    assertions assign assigned assigning assignment associate associated associates association associations assume
    assumed assumes assuming assumption assumptions asynchronous at atom atomic attach attached attack attacked
    attacking attacks attempt attempted attempting attempts attention attribute attributes audit auditing august
    aunt authentication author authority authors auto automatic automatically autonomous autumn availability
    available average avoid avoided avoids aware awareness away baby back backed background backing backslash
    backward backwards bad balance balancing banana band bank banks bargaining barriers base based bash basic
    basically basis batch bathroom battery baud be beach bear became because become becomes becoming bedroom beef
    been beer before began begin beginning begins behalf behave behaves behavior behind being beings belief believe
    belong belongs below benefit benefits besides best better between beyond big bigger bike bill bin binaries
    binary bind binding binds bird birthday bit bits black blame blank blessed block blocked blocking blocks bodies
    body bogus bold book books boom boot born boss both bottom bound boundaries boundary bounding box boy brace
    braces bracket bracketed brackets branch branches bread break breakfast breaking breaks bridge brief bring
    brings broadcast broke broken brother brought buff buffer buffered buffering buffers bug buggy bugs build
    builder building builds built builtin bundle bus business but butter buy by byte bytes ca cache cached caches
    caching calculate calculated calculation calendar call called caller calling calls came can cancel cancelation
    canceled cannot canonical cap capabilities capability capable capacity capital capture car care careful carriage
    carried carry case cases cast cat catch categories category caught cause caused causes causing caveats cedilla
    ceiling cent central century certain certainly chain chance change changed changes changing channel chapter char
    character characters charge charger cheap check checked checking checks cheese cherry chicken child children
    chile choice choices choose chosen christmas chrome chunk church circular circumflex circumstances cities city
    civil claim claimed claims clarified clarify class classes classic classical clause clean cleanup clear cleared
    clearer clearly clears client clock clocks clog clone close closed closely closer closes closing closure cloudy
    code codes coercion coffee collapse collate collating collation collected collection collective collectively
    colon colons color colors column columns combination combine combined combining come comes coming comm comma
    command commands comment comments commit committed committee committees common commonly commons communal
    communication communities community companies company compare compared comparing comparison compatibility
    compatible competition compilation compile compiled compiler compilers compiling complete completed completely
    completes completion complex compliant complicated component components composed composition compressed
    compression compute computer concentrate concept concepts concern concerned concerning concerns conclude
    conclusion conclusions condition conditional conditionally conditions conference conferences configuration
    configure configured confirmed conflict conflicts confluence conform conforming conforms confuse confused
    confusing confusion congestion conjunction connect connected connection connections conscious consent
    consequence consequences consequently conservative consider considered consist consistency consistent
    consistently consisting consists console constant constantly constants constitute construct constructed
    construction constructor constructs consulted consume consumed consumer consumers consumption contact contain
    contained containing contains content contents context contexts contiguous continually continue continued
    continues continuing contract contracts contradictory contrary contrast contribute contributed contribution
    contributors control controlled controller controllers controlling controls convenient convention conventions
    conversion conversions convert converted converting converts cook cookie cop copied copies copy copying copyleft
    copyright core corporate corporation correct corrected correctly correspond corresponding corresponds corrupt
    corruption cost costs could council count counted counter counterparts counters countries country counts course
    cousin cover covered covers cow crash crashes create created creates creating creation creative credentials
    credit criteria critical cross crufty crypt cultural culture cur currency current currently cursor custom cut
    cycle daemon daily danger dangerous dash dashes data database date daughter day daylight days dead deadline deal
    dealing death debate debug debugger debugging decade decades december decide decided decimal decision decisions
    declaration declarations declare declared declares decline decode decoded decoding decrease deep deeply default
    defaults defeat defend defended defer define defined defines defining definition definitions degree delay
    delegate delegated delegates delegation delete deleted deletion delimited delimiter delimiters delivered
    delivery delta demand demanding demands demon demonstrates denial denied dentist deny depend dependencies
    dependency dependent depending depends deprecated depth derived descendant descendants describe described
    describes describing description descriptions descriptor descriptors design designed desirable desire desired
    desires despite destination destroy destroyed destroying destroys destruction detach detached detail detailed
    details detect detected detects determination determine determined determines determining develop developed
    developers developing development developments device devices diagnostic diagnostics did die differ difference
    differences different differently differs difficult difficulties digest digit digits dinner direct directed
    direction directive directives directly directories directory dirty disable disabled disables disabling disagree
    disappear disappeared discard discarded discipline discouraged discover discovered discovery discuss discussed
    discusses discussing discussion disk dispatch display displayed displays disposition distinct distinction
    distinguish distribute distributed distribution distributions divide divided division do doc docs doctor
    document documentation documented documenting documents does dog doing domain domains dominant dominated
    domination don done dos dot dotted double doubles doubly doubt down draw drawn dress drew drive driven driver
    drivers drives drop dropped due dump dumped dumps duplicate duplicated duration during duty dynamic dynamically
    ea each earlier early earth easier easily east easy echo ecology economically economy ed edge edition edits eds
    education effect effective effectively effects efficiency efficient efficiently effort efforts eight either
    elbow elected election elections element elements elf eliminate eliminated elixir else elsewhere em email
    embedded emphasis employ employed employer employing empty emulation enable enabled enables enabling enclosed
    enclosing encode encoded encodes encoding encountered encourage encouraged encrypt encryption end ended ending
    ends enemy energy enforce enforced engine enhanced enhancements enjoy enough ensure ensured ensures ensuring
    enter enterprise entire entirely entitled entries entropy entry environment environmental epoch equal equality
    equally equals equivalent era erase err error errors es escape escaped escapes especially essays essence
    essential essentially essentials establish established etc ether evaluate evaluated evaluates evaluating even
    evening event events eventually ever every everyone everything everywhere evidence evil evolution ex exact
    exactly examine example examples exceed exceeded exceeds excel excellent except exception exceptional exceptions
    excess exchange excl exclude excluded excluding exclusive exec executable execute executed executes executing
    execution executive exercise exercised exist existed existence existing exists exit exiting exits expand
    expanded expands expansion expect expected expects expense expensive experience experiences experiment
    experimental expiration expires explain explained explaining explains explanation explicit explicitly exploit
    exploited exponent export exported exporter exports expose exposed exposes express expressed expression
    expressions extend extended extension extensions extensive extent external externally extra extract extracted
    extreme extremely fa face faced facet facility facing fact factor factors factory facts fail failed failing
    fails failure failures fair fairly faith fall falling falls false families family famous fan far fashion fast
    faster fat fatal fate father fault faults favor fear feature features february feed feel fell fellow fetch few
    fewer field fields fifth fight fighting figure figures file files fill filled filter filters fin final finally
    financial find finding finds fine finger finished finite fire firm firms first firstly fish fit five fix fixed
    fixes flag flags flawed flexibility flexible flight float floating flock floor flourish flow flower flowers
    flows flush focus follow followed following follows font food for force forced forces foreground foreign forget
    fork form format formats formatted formatting formed former formerly forms forth forward found foundation four
    fourth fox fraction frame framework free freed freedom freeing freely frees freezer french frequency frequently
    friday friends from front full fully function functional functionality functions fundamental fundamentally funny
    further furthermore fuse future gain gained gains gamma garbage garden gave general generally generate generated
    generates generating generation generator generic genuine get gets getting girl give given gives giving glob
    global gnome gnu go goal goals gods goes going gone good goods got govern governed governing government grammar
    grammatical grandfather grandmother grant granted graph grave great greater greatest greatly green grep grew
    ground group grouping groups grow growing growth guarantee guaranteed guarantees guard guess guest guide ha
    hackers had half hand handle handled handler handlers handles handling hands handy happen happened happens happy
    hard harder hardly hardware harmful harms harness has hash hashes hat have having he head headache headed header
    headers heading health heap heart heavily held hello help helped helper helpers helpful helping helps hence her
    here hex hexadecimal hidden hide hierarchical hierarchies hierarchy high higher highest highly him himself hint
    hints his historic historical historically history hold holding holds hole holiday home hook hooks hope
    horizontal horn horse hospital host hosts hotel hour hours house housing how however hub huge human humanity
    hundred husband hyphen hyphenation id idea ideal ideas identical identically identification identified
    identifier identifiers identifies identify ideographs idle ids if ignore ignored ignores ignoring ii illegal
    image imagine immediate immediately immutable impact implement implementation implementations implemented
    implementing implements implications implicit implicitly implied implies imply import importance important
    importantly impose imposed impossible improve improved improvements in inaccurate inc include included includes
    including inclusive income incoming incompatible incomplete inconsistent incorporated incorrect incorrectly
    increase increased increases increasing increasingly increment indeed indent independence independent
    independently index indicate indicated indicates indicating indicator indirect indirectly individual individuals
    industrial industries industry inefficient inequalities inequality inevitably infinite infinity inflation
    influence influenced influences info information ingress inherent inherit inheritance inherited inherits initial
    initialization initialize initialized initializes initially initiative inline inner input inputs insecure
    insensitive insert insertion inserts inside inspired install installation installed installing instance
    instances instead instruction instructions instruments insufficient integer integers integral intel intellectual
    intended interaction interest interested interesting interests interface interfaces interfere interference
    interfering internal internally internals international internet interpret interpretation interpreted
    interpreter interrupt interrupted interrupts interval intervals intervention into intro introduce introduced
    introduction invalid inverted invest invisible invocation invoke invoked invokes invoking involve involved
    involves involving ironically irrelevant is isolated isolation issue issued issues it item items iterate its
    itself iv ix jacket january job jobs john join joined joining journal july june just justification justified
    """
}
