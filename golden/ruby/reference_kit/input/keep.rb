# frozen_string_literal: true

# keep_file_comment

require "keep_required"
require_relative "keep_relative"
autoload :KeepAutoloaded, "keep/autoloaded"

KEEP_CONSTANT = 7411
KEEP_FROZEN = %w[keep_word other].freeze
KEEP_FIRST, KEEP_SECOND = 8117, 8118
KeepStruct = Struct.new(:keep_struct_member, :other, keyword_init: true) do
  def keep_struct_method = hidden_endless
end
KeepData = Data.define(:keep_data_member) do
  def initialize(keep_data_member:)
    raise ArgumentError, "keep_data_message" if keep_data_member.nil?
    super
  end
end
KeepError = Class.new(StandardError)
$keep_global = 3

=begin
keep_block_comment
=end
def keep_top_level(first, keep_optional = KEEP_CONSTANT, *keep_rest, keep_keyword:, keep_default: "keep_default_value", **keep_options, &keep_block)
  hidden_top_level
end

# keep_module_doc
module KeepModule
  # keep_constant_doc
  KEEP_IN_MODULE = { keep_key: 5119 }.freeze

  KEEP_NUMBERED = [1, 2203]

  def self.keep_singleton(value) = hidden_singleton(value)

  module_function

  def keep_module_function; hidden_module_function; end

  module KeepNested
    class KeepDeep < KeepModule::KeepBase; end
  end

  class << self
    attr_accessor :keep_class_accessor

    def keep_eigen(argument) = hidden_eigen(argument)

    private

    def keep_eigen_private; end
  end

  refine String do
    def keep_refined; hidden_refined; end
  end
end

module Keep::Compact
  class Deep::KeepScoped; end
end

# keep_class_doc
#
# @example
#   keep_example_doc
# @!attribute [r] keep_yard_attribute
#   @return [Integer] keep_yard_attribute_doc
class KeepClass < KeepBase
  include KeepIncluded
  extend KeepExtended
  prepend KeepPrepended
  include Comparable, Enumerable

  KEEP_CLASS_CONSTANT = 6229
  KEEP_PRIVATE = 9
  private_constant :KEEP_PRIVATE

  @@keep_class_variable = 4
  @keep_class_instance = 5

  # keep_attribute_doc
  attr_reader :keep_reader, :keep_second_reader
  attr_writer :keep_writer
  attr_accessor "keep_accessor"
  private attr_reader :keep_private_reader
  alias keep_alias keep_method
  alias_method :keep_alias_method, :keep_method
  delegate :keep_delegated, to: :keep_reader
  define_method(:keep_defined) { |keep_defined_parameter| hidden_defined(keep_defined_parameter) }
  has_many :keep_macro_things

  # keep_initialize_doc
  def initialize(keep_reader, keep_named: nil)
    raise ArgumentError, "keep_raise_message" unless keep_reader.is_a?(Integer)

    @keep_instance = keep_named
    hidden_initialize
  end

  # keep_method_doc
  #
  # @param amount [Integer] keep_param_doc
  # @return [String, nil] keep_return_doc
  # @raise [RangeError] keep_raise_doc
  # @yield [item] keep_yield_doc
  # @deprecated keep_deprecated_doc
  def keep_method(amount)
    if amount.negative?
      raise RangeError.new("keep_new_message")
    end
    return nil if amount > KEEP_CLASS_CONSTANT

    # hidden_comment
    hidden_local = ->(hidden_lambda) { hidden_lambda }
    def hidden_inner; end
    yield hidden_local
  rescue KeepCaught
    hidden_rescue
  ensure
    hidden_ensure
  end

  def keep_predicate? = hidden_predicate
  def keep_bang!(target) = hidden_bang(target)
  def keep_setter=(keep_set_value)
    fail TypeError, "keep_fail_message" unless String === keep_set_value
    @hidden_setter = keep_set_value
  end

  def <=>(keep_other) = hidden_spaceship
  def [](keep_index) = hidden_index
  def -@ = hidden_minus
  def call(*) = hidden_call(*)
  def keep_forward(...) = hidden_forward(...)
  def keep_anonymous(*, **, &) = hidden_anonymous(*, **, &)
  def keep_destructured((keep_left, keep_right), last = nil) = hidden_pair
  def keep_no_keywords(**nil); end

  def keep_split(
    keep_split_first,
    keep_split_second: KEEP_CLASS_CONSTANT # keep_split_comment
  )
    hidden_split
  end

  def self.keep_class_method(argument)
    hidden_class_method
  end
  private_class_method :keep_class_method

  class KeepInner
    def keep_inner_method; end
  end

  class KeepInnerError < StandardError
    def initialize(message = "keep_error_default")
      super
    end
  end

  protected

  def keep_protected; end

  private

  def keep_private(keep_private_parameter)
    raise KeepInnerError if keep_private_parameter.zero?
  end

  public

  def keep_public_again; end

  private def keep_private_inline; end
  def keep_later_private; end
  private :keep_later_private
end

class KeepClass
  def keep_reopened; end
end

if RUBY_VERSION >= "3.1"
  def keep_conditional; hidden_conditional; end
end

KeepModule.module_eval do
  hidden_module_eval = 3
end

class << KEEP_FROZEN
  def keep_on_object; end
end

def KEEP_CONSTANT.keep_on_constant; end

__END__
hidden_data
